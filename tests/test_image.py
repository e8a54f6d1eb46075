"""A Lean that starts from a saved memory is the same Lean, and an image that is no good is never used."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pytest_faithform.lean.backends import images, install
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.process import Image
from pytest_faithform.model import LeanReply

TEXTS = (
    "theorem t (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : c = 23 ∧ r = 12 := by omega",
    "lemma half (x : ℚ) (h : x / 2 + x / 3 = 10) : x = 12 := by grind",
    "theorem t : ∀ n : Fin 50, n.val * n.val < 2500 := by decide",
    "def s : Nat → Nat | 0 => 0 | n + 1 => s n + (n + 1)\ntheorem t (n : Nat) : 2 * s n = n * (n + 1) := by\n"
    "  induction n with\n  | zero => rfl\n  | succ n ih => simp only [s]; grind",
    "structure P where\n  x : Nat\n  y : Nat\nderiving DecidableEq\n#print P",
    "theorem t (n : ℕ) : n * n + 1 > 0 := by\n  sorry",
    'theorem t (n : ℕ) : n = "a" := rfl',
    "theorem t (x : ℝ) : x ^ 2 ≥ 0 := by positivity",
    "theorem t : n = n := rfl",
    "#eval 2 ^ 10",
    "theorem t : 2 ^ 200 % 7 = 4 := by decide\n#print axioms t",
    "example : (fun x : Nat => x + 0) = id := by funext x; rfl",
)


@pytest.fixture(scope="module")
def toolchain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A toolchain of its own, without an image."""
    copy = tmp_path_factory.mktemp("image") / "toolchain"
    shutil.copytree(install.install(), copy, copy_function=os.link, ignore=shutil.ignore_patterns(images.FOLDER))
    return copy


@pytest.fixture(scope="module")
def image(toolchain: Path) -> Image:
    return images.make(install.find_node(), toolchain)


def replies(toolchain: Path, texts: tuple[str, ...]) -> list[LeanReply]:
    with EmbeddedLean(toolchain) as lean:
        return [lean.check(text).model_copy(update={"seconds": 0}) for text in texts]


def test_a_restored_lean_answers_as_one_that_has_started_itself(
    toolchain: Path, image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    restored = replies(toolchain, TEXTS)
    monkeypatch.setattr(images, "require", lambda *_: None)
    assert restored == replies(toolchain, TEXTS)
    assert [reply.outcome for reply in restored] == [
        "ok", "ok", "ok", "ok", "ok", "ok", "error", "unavailable", "error", "ok", "ok", "ok",
    ]  # fmt: skip


def flip(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize(
    "damage",
    [flip, lambda content: content[: len(content) // 3], lambda content: b"", lambda content: b"x" + content[1:]],
    ids=["one bit", "cut short", "empty", "no image"],
)
def test_a_damaged_image_is_removed_and_lean_starts_without(
    toolchain: Path, image: Image, damage: Callable[[bytes], bytes]
) -> None:
    good = image.file.read_bytes()
    try:
        image.file.write_bytes(damage(good))
        assert [reply.outcome for reply in replies(toolchain, TEXTS[:1])] == ["ok"]
        assert not image.file.exists()
    finally:
        image.file.write_bytes(good)


def test_an_image_of_another_base_text_is_not_loaded(toolchain: Path, image: Image) -> None:
    other = Image(image.file.with_name("core-0123456789abcdef.image"), "0123456789abcdef")
    shutil.copy(image.file, other.file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(images, "image_id", lambda *_: other.id)
        assert [reply.outcome for reply in replies(toolchain, TEXTS[:1])] == ["ok"]
    assert not other.file.exists()
    assert image.file.exists()


def test_the_first_lean_makes_the_image_and_those_beside_it_wait_for_it(
    toolchain: Path, image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    kept = image.file.rename(image.file.with_suffix(".kept"))
    make = images.make
    monkeypatch.setattr(images, "make", lambda *parts: made.append(parts) or make(*parts))
    with ThreadPoolExecutor(3) as threads:
        found = list(threads.map(lambda _: images.require(install.find_node(), toolchain), range(3)))
    kept.unlink()
    assert found == [image, image, image]
    assert len(made) == 1


def test_where_no_image_can_be_kept_lean_starts_without(toolchain: Path, image: Image) -> None:
    folder = image.file.parent
    aside = folder.rename(folder.with_name("aside"))
    folder.write_text("in the way", encoding="utf-8")
    try:
        assert images.require(install.find_node(), toolchain) is None
        assert [reply.outcome for reply in replies(toolchain, TEXTS[:1])] == ["ok"]
    finally:
        folder.unlink()
        aside.rename(folder)
