"""JSON Lines, read strictly: every line one object, nothing guessed, nothing half read.

Accepted: UTF-8 with or without a byte order mark at its start, LF or CRLF, blank lines. Refused, each with its line and
how to mend it: other encodings, NaN and infinities, a key that stands twice, lone surrogates (in recordings they are
replaced, since models emit them), cut or over-long lines.
"""

from __future__ import annotations

import errno
import json
import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import BaseModel

from pytest_faithform.cases.explain import shown

__all__ = [
    "LINE_LIMIT",
    "SHOWN",
    "BadLine",
    "CaseFileError",
    "Line",
    "line_text",
    "read_lines",
    "read_text",
    "write_jsonl",
]

LINE_LIMIT = 64 * 1024 * 1024
SHOWN = 20

_BOM = b"\xef\xbb\xbf"
_SURROGATE = re.compile("[\ud800-\udfff]")
_MAYBE_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class Line:
    """One object with its place; `text` is its JSON, fit for a strict parser, `raw` what stands in the file at `offset`."""

    number: int
    value: dict[str, Any]
    text: str
    raw: bytes
    offset: int


@dataclass(frozen=True, slots=True)
class BadLine:
    """What is wrong in one line; `number` is None for what concerns the file."""

    number: int | None
    field: str
    text: str


class CaseFileError(ValueError):
    """A file of problems, cases, replies or records that cannot be used as it is.

    The message names the file, and for each of the first 20 things to mend the line, the field, what was found and what
    is allowed. `bad` holds them all.
    """

    def __init__(self, path: Path | str, bad: list[BadLine]) -> None:
        self.path = str(path)
        self.bad = bad
        lines = [self._entry(entry) for entry in bad[:SHOWN]]
        if len(bad) > SHOWN:
            lines.append(f"… and {len(bad) - SHOWN} more")
        super().__init__("\n".join(lines))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.path, self.bad))

    def _entry(self, entry: BadLine) -> str:
        place = self.path if entry.number is None else f"{self.path}, line {entry.number}"
        return f"{place}, field '{entry.field}': {entry.text}" if entry.field else f"{place}: {entry.text}"


def read_lines(
    path: Path, *, replace_surrogates: bool = False, growing: bool = False, published: bool = False
) -> Iterator[Line | BadLine]:
    """The lines that hold an object, and what is wrong with the others, in their order; of a file that is `growing`, only
    lines that have their end. A `published` file is someone else's: NaN, infinities and lone surrogates are left in its
    values, where whoever reads a field judges them. Raises CaseFileError for a file that cannot be read."""
    reader = _LineReader(replace_surrogates, published)
    try:
        with path.open("rb") as file:
            for number, raw, offset in _raw_lines(file, path):
                if growing and not raw.endswith(b"\n"):
                    continue
                try:
                    line = reader.read(number, raw, offset)
                except _Unreadable as error:
                    yield from (BadLine(number, field, text) for field, text in error.complaints)
                    continue
                if line is not None:
                    yield line
    except OSError as error:
        raise CaseFileError(path, [BadLine(None, "", _os_error(path, error))]) from error


def line_text(raw: bytes, *, replace_surrogates: bool = False) -> str:
    """The JSON of a line that `read_lines` has read before, from what stands in the file."""
    text = _decoded(raw, 0).removesuffix("\n").removesuffix("\r")
    if _MAYBE_SURROGATE.search(text) is None:
        return text
    line = _LineReader(replace_surrogates, published=False).read(1, raw, 0)
    assert line is not None, "a blank line holds no object"
    return line.text


def read_text(path: Path) -> str:
    """The text of a file that is UTF-8, without its byte order mark and with its line ends as they are. Raises
    CaseFileError, which names line and offset of the first byte that is not."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise CaseFileError(path, [BadLine(None, "", _os_error(path, error))]) from error
    _refuse_packed(path, raw)
    start = len(_BOM) if raw.startswith(_BOM) else 0
    try:
        return raw[start:].decode("utf-8")
    except UnicodeDecodeError as error:
        offset = start + error.start
        number = raw.count(b"\n", 0, offset) + 1
        raise CaseFileError(path, [BadLine(number, "", _no_utf8(raw[offset], offset))]) from error


def write_jsonl(path: Path, models: Iterable[BaseModel]) -> None:
    """Write one model a line, fields without a value left out. The file appears whole or not at all. An OSError names the
    file itself, not the one beside it that it is written to first."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder; name the file to write", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            for model in models:
                file.write(_dumped(model) + "\n")
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _dumped(model: BaseModel) -> str:
    value = model.model_dump(mode="json", exclude_none=True)
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return json.dumps(value, allow_nan=False) if _SURROGATE.search(text) else text


def _os_error(path: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError) or path.is_dir():
        return "is a folder; name a .jsonl file in it"
    return f"cannot be read: {error.strerror or error}"


_PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"PK\x03\x04": "zip", b"\xfd7zXZ": "xz", b"BZh": "bzip2"}


def _raw_lines(file: BinaryIO, path: Path) -> Iterator[tuple[int, bytes, int]]:
    """Number, bytes (without the byte order mark of the file) and offset of every line. Only LF ends a line."""
    number, offset = 0, 0
    while raw := file.readline(LINE_LIMIT + 1):
        number += 1
        start = offset
        offset += len(raw)
        if len(raw) > LINE_LIMIT:
            text = f"is longer than {LINE_LIMIT // 2**20} MiB; one line holds one object"
            raise CaseFileError(path, [BadLine(number, "", text)])
        if number == 1:
            _refuse_packed(path, raw)
            if raw.startswith(_BOM):
                raw, start = raw[len(_BOM) :], start + len(_BOM)
        yield number, raw, start


def _refuse_packed(path: Path, raw: bytes) -> None:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise CaseFileError(path, [BadLine(None, "", "is UTF-16; save it as UTF-8")])
    packed = next((name for magic, name in _PACKED.items() if raw.startswith(magic)), None)
    if packed is not None:
        raise CaseFileError(path, [BadLine(None, "", f"is compressed ({packed}); unpack it first")])


class _Unreadable(Exception):
    """A line that holds no usable object, with every reason found (field path, text)."""

    def __init__(self, *complaints: tuple[str, str]) -> None:
        super().__init__(complaints)
        self.complaints = complaints


class _Constant:
    """Stands in the parsed value where the file has a number that JSON does not know or no float can hold."""

    def __init__(self, name: str) -> None:
        self.name = name


class _Twice:
    """Stands in the parsed value for a key that an object has more than once."""


class _LineReader:
    def __init__(self, replace_surrogates: bool, published: bool) -> None:
        self.replace_surrogates = replace_surrogates
        self.published = published
        self.suspicious = False

    def read(self, number: int, raw: bytes, offset: int) -> Line | None:
        text = _decoded(raw, offset).removesuffix("\n").removesuffix("\r")
        if not text.strip():
            return None
        value = self._parsed(text, ended=raw.endswith(b"\n"))
        surrogates = not self.published and _MAYBE_SURROGATE.search(text) is not None
        if self.suspicious or surrogates:
            complaints = list(_odd_values(value, surrogates and not self.replace_surrogates))
            if complaints:
                raise _Unreadable(*complaints)
        if not isinstance(value, dict):
            raise _Unreadable(("", _no_object(value)))
        if surrogates and self.replace_surrogates:
            text = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", json.dumps(value, ensure_ascii=False))
            value = json.loads(text)
        return Line(number, value, text, raw, offset)

    def _parsed(self, text: str, *, ended: bool) -> Any:
        self.suspicious = False
        try:
            return json.loads(
                text, object_pairs_hook=self._object, parse_constant=self._constant, parse_float=self._float
            )
        except json.JSONDecodeError as error:
            raise _Unreadable(("", _syntax(error, text, ended))) from error
        except RecursionError as error:
            raise _Unreadable(("", "is nested too deeply to be one of these objects")) from error
        except ValueError as error:
            raise _Unreadable(("", "holds a number of more digits than can be read")) from error

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) < len(pairs):
            self.suspicious = True
            counts = Counter(key for key, _ in pairs)
            result |= {key: _Twice() for key, count in counts.items() if count > 1}
        return result

    def _constant(self, name: str) -> _Constant | float:
        if self.published:
            return float(name)
        self.suspicious = True
        return _Constant(name)

    def _float(self, digits: str) -> _Constant | float:
        number = float(digits)
        return number if math.isfinite(number) else self._constant(digits)


def _decoded(raw: bytes, offset: int) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _Unreadable(("", _no_utf8(raw[error.start], offset + error.start))) from error


def _no_utf8(byte: int, offset: int) -> str:
    return f"byte 0x{byte:02x} at offset {offset} of the file is not UTF-8; save the file as UTF-8"


def _syntax(error: json.JSONDecodeError, text: str, ended: bool) -> str:
    column = error.pos + 1
    if error.msg.startswith("Invalid \\escape") or error.msg.startswith("Invalid \\u"):
        return f'column {column}: a single backslash; JSON writes each backslash of LaTeX twice, as in "\\\\le"'
    if error.msg.startswith("Invalid control character"):
        return f"column {column}: a control character stands in a text; write it as an escape such as \\n or \\t"
    at_its_end = error.pos >= len(text.rstrip()) - 1 or error.msg.startswith("Unterminated string")
    if at_its_end and not ended:
        return "the last line is cut off; the file was not written to its end"
    if text.lstrip().startswith("[") and error.pos >= len(text.rstrip()):
        return "a JSON list over several lines; JSON Lines has one object a line and no brackets around them"
    if error.msg == "Extra data":
        return f"column {column}: something follows the object; each object has a line of its own"
    return f"column {column}: is no JSON: {error.msg[:1].lower()}{error.msg[1:]}, found {shown(text[error.pos :], 30)}"


def _no_object(value: Any) -> str:
    if isinstance(value, list):
        return "a JSON list; JSON Lines has one object a line and no brackets around them"
    return f"found {shown(value)}; allowed: one object {{...}} a line"


def _odd_values(value: Any, surrogates: bool) -> Iterator[tuple[str, str]]:
    """Field path and complaint for everything that Python's parser lets through and the formats do not."""
    stack: list[tuple[str, Any]] = [("", value)]
    while stack:
        path, here = stack.pop()
        if isinstance(here, _Constant):
            yield path, f"found {here.name[:40]}; allowed: a finite number"
        elif isinstance(here, _Twice):
            yield path, "stands twice in its object; keep one"
        elif isinstance(here, dict):
            entries = [(f"{path}.{key}" if path else key, item) for key, item in here.items()]
            stack += [(_SURROGATE.sub("�", name), item) for name, item in reversed(entries)]
            if surrogates and any(_SURROGATE.search(key) for key in here):
                yield path, "has a key with a lone surrogate (\\ud800–\\udfff), which is no character"
        elif isinstance(here, list):
            stack += [(f"{path}[{index}]", item) for index, item in reversed(list(enumerate(here)))]
        elif surrogates and isinstance(here, str) and (match := _SURROGATE.search(here)):
            code = f"\\u{ord(match[0]):04x}"
            yield path, f"has the lone surrogate {code} at character {match.start()}, which is no character; remove it"
