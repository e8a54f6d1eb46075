"""What a formalization may contain (SPEC d, DESIGN decision 5): an allow-list over tokens, applied before Lean sees the text.

A proof checker says that a statement follows; it does not say that the statement means what it seems to. So everything
that could make it mean something else, or that runs code while Lean elaborates, is rejected with its reason: commands and
attributes that are not on the list, options beyond harmless ones, metaprograms, trust in the compiler, names that shadow
Lean's own, characters that look like others. What a reader should merely know is a note. `sorry` is no matter of the
guard, and an axiom is a note: the text elaborates, but nothing that rests on it counts as proved.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from weakref import WeakKeyDictionary

from pytest_faithform.lean import prelude
from pytest_faithform.lean.guard_lists import (
    ALLOWED_ATTRIBUTES,
    ALLOWED_COMMANDS,
    ALLOWED_OPTION_PREFIXES,
    ALLOWED_OPTIONS,
    ARITHMETIC_CLASSES,
    CODE_RUNNERS,
    COMPILER_TRUST,
    CORE_TYPES,
    LIBRARY_TYPES,
    LOOK_ALIKES,
    META_NAMESPACES,
    NOTED_COMMANDS,
    NUMBER_TYPES,
    REJECTED_KEYWORDS,
    TERM_ELABORATORS,
)
from pytest_faithform.lean.guard_lists import invisible as is_invisible
from pytest_faithform.lean.instances import EQUAL_INSTANCES
from pytest_faithform.lean.notations import notation
from pytest_faithform.lean.shadows import Found, note, reject, shadows
from pytest_faithform.lean.source import Command, Decl, Source, Token
from pytest_faithform.lean.tokens import name_parts, unquoted
from pytest_faithform.lean.unshown import unshown_instances
from pytest_faithform.model import GuardFinding

__all__ = ["guard"]

MAX_FINDINGS = 100
LONGEST_LIST = 400
_BRACKETS = {"[": 1, "(": 1, "{": 1, "]": -1, ")": -1, "}": -1}

# A dot, a line break, or what begins a comment or a string, inside «…».
_READS_AS_MORE = re.compile(r"«[^»]*?(?:[.\n\r\t\"()\[\]{}:]|--|/-|-/)[^»]*»")


def guard(source: Source) -> list[GuardFinding]:
    """All findings in the order of the text, each with its place and what to do about it. Never raises; linear time."""
    if source not in _KNOWN:
        _KNOWN[source] = _findings(source)
    return list(_KNOWN[source])


#: An item's check, the comparison and the prover each ask about the same reading of a text.
_KNOWN: WeakKeyDictionary[Source, list[GuardFinding]] = WeakKeyDictionary()


def _findings(source: Source) -> list[GuardFinding]:
    found = [finding for rule in _RULES for finding in rule(source)]
    distinct = {(rule, message): (severity, at) for severity, rule, at, message in reversed(found)}
    ordered = sorted((at, severity, rule, message) for (rule, message), (severity, at) in distinct.items())
    findings = []
    for at, severity, rule, message in sorted(ordered, key=lambda f: f[1] != "reject")[:MAX_FINDINGS]:
        line, column = source.position(at)
        findings.append(
            GuardFinding(
                rule=rule,
                severity="reject" if severity == "reject" else "note",
                message=message,
                line=line,
                column=column,
            )
        )
    return sorted(findings, key=lambda f: (f.line or 0, f.column or 0))


def _commands(source: Source) -> Iterator[Found]:
    """Commands that are not on the list; the words of those that Lean knows count wherever they stand."""
    kinds = {unquoted(name_parts(decl.full_name)[-1]): decl.keyword for decl in source.decls if decl.full_name}
    begun = {decl.tokens[0]: decl for decl in source.decls}
    known = [command for command in source.commands if _is_harmless(source, command, begun.get(command.first), kinds)]
    harmless = {source.tokens[command.head].start for command in known}
    harmless |= {source.tokens[command.head + 1].start for command in known if command.keyword == "deriving"}
    for command in source.commands:
        keyword, at = command.keyword, source.tokens[command.head].start
        if keyword in ALLOWED_COMMANDS or keyword in REJECTED_KEYWORDS or keyword in ("open", "") or at in harmless:
            continue
        if keyword in NOTED_COMMANDS:
            yield note("query", at, f"`{keyword}` is no part of a formalization: leave it out")
        elif keyword == "axiom":
            yield note("axiom", at, "an axiom is assumed, not proved: nothing that rests on it counts as proved")
        elif keyword in ("notation", "notation3"):
            yield from notation(source, command.first, command.head, command.last)
        else:
            yield reject("command", at, f"`{keyword}` is not among the commands of a formalization: state it without")
    for token in source.tokens:
        if token.text in REJECTED_KEYWORDS and token.kind == "keyword":
            why = REJECTED_KEYWORDS[token.text]
            if token.start in harmless:
                yield note("own-instance", token.start, "an instance of the text: look at what it is")
                continue
            yield reject("command", token.start, f"`{token.text}` {why}: state the theorem without it")


def _is_harmless(source: Source, command: Command, decl: Decl | None, kinds: dict[str, str]) -> bool:
    """Whether an instance is plainly of a class whose instances are all equal, or for a new type of the text, which has no
    other meaning to lose; of what it is for the second look makes sure."""

    def is_new(word: str) -> bool:
        return kinds.get(word) in ("structure", "inductive")

    if command.keyword == "deriving":
        texts = [unquoted(token.text) for token in source.tokens[command.head : command.last]]
        return "for" in texts and all(is_new(text) for text in texts[texts.index("for") + 1 :] if text != ",")
    if command.keyword != "instance" or decl is None or decl.type is None:
        return False
    words = [unquoted(token.text) for token in source.tokens_in(decl.type)]
    if words[:1] == ["∀"] and "," in words:
        words = words[words.index(",") + 1 :]
    if not words:
        return False
    if words[0] in EQUAL_INSTANCES:
        return words[0] not in kinds
    if any(map(is_new, CORE_TYPES | LIBRARY_TYPES)) or not any(map(is_new, words[1:])):
        return False
    # Of what a value of the text's own is called as, or is a type of, Lean has nothing.
    is_called = words[0] in ("CoeFun", "CoeSort") and is_new(words[1 + (words[1] == "(")])
    return is_called or _ARROWS.isdisjoint(words)


_ARROWS = frozenset(("→", "->", "∀", "forall", "fun", "λ", "let", "have", "if", "by"))


def _words(source: Source) -> Iterator[Found]:
    """Names that run code, trust the compiler, or speak of Lean itself."""
    tokens = source.tokens
    for index, token in enumerate(tokens):
        if token.kind != "ident" or _is_plain(token.text):
            continue
        text, at = token.text.removeprefix("_root_."), token.start
        last = unquoted(name_parts(text)[-1])
        following = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if last in COMPILER_TRUST:
            yield reject("compiler-trust", at, f"`{token.text}` trusts compiled code, not the kernel: prove it without")
        elif last == "native" and _is_option(tokens, index):
            yield reject("compiler-trust", at, "`native` evaluation trusts compiled code: use `decide` without it")
        elif last in CODE_RUNNERS:
            yield reject(
                "metaprogram", at, f"`{token.text}` runs code or changes Lean while it elaborates: leave it out"
            )
        elif last == "sorryAx":
            yield note("sorry-ax", at, "`sorryAx` counts as a sorry")
        elif text.partition(".")[0] == prelude.NAMESPACE:
            yield reject("prelude", at, f"`{token.text}` is of the prelude's inside: no formalization speaks of it")
        elif _is_meta(unquoted(text)) and not _is_variable(source, token):
            yield reject("metaprogram", at, f"`{token.text}` speaks of Lean, not of mathematics: leave it out")
        elif text in TERM_ELABORATORS and following == "%" and tokens[index + 1].start == token.end:
            yield reject("hidden", at, f"`{token.text}%` does not write what it stands for: write it out")
        if any(part.strip("«»") == "_private" for part in name_parts(text)):
            yield reject("private-name", at, f"`{token.text}` reads as a name that Lean made: choose a plain name")
        elif "«" in text and _READS_AS_MORE.search(text):
            yield reject(
                "quoted-name", at, f"`{token.text[:60]}` reads as more than one name: choose a plain name without «…»"
            )


@lru_cache(maxsize=4096)
def _is_plain(name: str) -> bool:
    """Whether none of the rules for names is about this one, wherever it stands."""
    text = name.removeprefix("_root_.")
    last = text.rpartition(".")[2]
    return not (
        "«" in text
        or last in COMPILER_TRUST
        or last in CODE_RUNNERS
        or last in ("native", "sorryAx")
        or text.partition(".")[0] == prelude.NAMESPACE
        or _is_meta(text)
        or text in TERM_ELABORATORS
        or "_private" in text
    )


def _is_option(tokens: list[Token], index: int) -> bool:
    """Whether a word is an option of a tactic: `decide +word`, `{ word := … }`."""
    word, before = tokens[index], tokens[index - 1] if index else None
    if before is None:
        return False
    if before.text == "+" and before.end == word.start and index > 1:
        return tokens[index - 2].end < before.start
    assigned = index + 1 < len(tokens) and tokens[index + 1].text == ":="
    return before.text == "." or (assigned and before.text in ("{", ",", "("))


def _is_meta(name: str) -> bool:
    first, _, rest = name.partition(".")
    return first in META_NAMESPACES and bool(rest) and not name.startswith("Lean.Grind.")


def _is_variable(source: Source, token: Token) -> bool:
    """Whether a name speaks of an argument of the main theorem, whose names come before all others there."""
    main, first = source.main, token.text.partition(".")[0]
    if main is None or first == "Lean" or not main.signature[0] <= token.start < main.end:
        return False
    return any(first in binder.names for binder in (*main.variables, *main.binders))


def _opens(source: Source) -> Iterator[Found]:
    tokens = source.tokens
    for index, token in enumerate(tokens):
        if token.text != "open" or token.kind != "keyword":
            continue
        for following in tokens[index + 1 : index + 60]:
            if following.text == "renaming":
                yield reject("open", following.start, "`renaming` gives things other names: use their own")
            elif following.kind != "ident" and following.text not in ("(", ")", ",", "scoped"):
                break
            elif unquoted(following.text).removeprefix("_root_.").partition(".")[0] in META_NAMESPACES:
                yield reject("open", following.start, f"`open {following.text}` is for metaprograms: leave it out")


def _options(source: Source) -> Iterator[Found]:
    tokens = source.tokens
    for index, token in enumerate(tokens):
        if token.text != "set_option" or index + 2 >= len(tokens):
            continue
        option, value = tokens[index + 1].text, tokens[index + 2].text
        if option in ("autoImplicit", "relaxedAutoImplicit") and value == "false":
            continue
        if option in ALLOWED_OPTIONS or option.startswith(ALLOWED_OPTION_PREFIXES):
            continue
        yield reject("option", token.start, f"`set_option {option}` may change what is checked: leave it out")


def _attributes(source: Source) -> Iterator[Found]:
    """Attribute lists, wherever they stand: `@[…]` and `attribute […]`."""
    tokens = source.tokens
    read_until = 0
    for index, token in enumerate(tokens):
        if token.text != "[" or index <= read_until:
            continue
        before = tokens[index - 1]
        if before.text != "attribute" and (before.text != "@" or before.end != token.start):
            continue
        # What stands inside a list is read with it, so that a flood of brackets is read once.
        entries = list(_entries(tokens, index))
        read_until = index + sum(len(words) for words in entries)
        for words in entries:
            name = next((w for w in words if w.text not in ("local", "scoped", "-", "↓", "↑", "←")), words[0])
            if name.text not in ALLOWED_ATTRIBUTES:
                shown = " ".join(word.text for word in words[:4])
                at = words[0].start
                yield reject("attribute", at, f"the attribute `{shown}` may change what the text means: leave it out")


def _entries(tokens: list[Token], opening: int) -> Iterator[list[Token]]:
    """The comma-separated entries of the list that begins at a bracket, as far as it goes."""
    depth = 0
    words: list[Token] = []
    for token in tokens[opening : opening + LONGEST_LIST]:
        depth += _BRACKETS.get(token.text, 0)
        if depth == 0 or (depth == 1 and token.text == ","):
            if words:
                yield words
            words = []
            if depth == 0:
                return
        elif token.text != "[" or depth > 1:
            words.append(token)
    if words:
        yield words


def _modifiers(source: Source) -> Iterator[Found]:
    for decl in source.decls:
        if "partial" in decl.modifiers:
            yield reject("partial", decl.start, "a `partial` definition has no equations: define it by recursion")


def _instances(source: Source) -> Iterator[Found]:
    """Instances that the statement takes or brings; the second look finds those that the elaborated statement shows."""
    main: Decl | None = source.main
    if main is None:
        return
    for at, word in unshown_instances(source):
        yield reject("instance", at, f"`{word}` can give symbols another meaning: state the theorem without it")
    for binder in (*main.variables, *main.binders):
        words = {token.text for token in source.tokens_in(binder.type)} if binder.type else set()
        if binder.bracket == "[" and words & ARITHMETIC_CLASSES and words & NUMBER_TYPES:
            at = binder.span[0]
            yield reject("instance", at, "an instance argument gives the numbers another arithmetic: leave it out")


def _characters(source: Source) -> Iterator[Found]:
    """Characters that cannot be seen, and letters that look like others."""
    known: set[str] = set()
    for token in source.tokens:
        if token.text.isascii() or token.text in known:
            continue
        if token.start:
            known.add(token.text)
        for offset, char in enumerate(token.text):
            if is_invisible(char) and not (char == "\ufeff" and token.start + offset == 0):
                at = token.start + offset
                yield reject("invisible", at, f"the invisible character U+{ord(char):04X} in the code: remove it")
    yield from _look_alikes(source)


def _look_alikes(source: Source) -> Iterator[Found]:
    seen: dict[str, str] = {}
    known: set[tuple[str, str]] = set()
    for token in source.tokens:
        # What was said of a word once holds wherever it stands.
        if token.kind in ("string", "char", "number") or token[:2] in known:
            continue
        known.add(token[:2])
        plain, strange = _likeness(token.text)
        first = seen.setdefault(plain, token.text)
        mixed = token.kind in ("symbol", "error") or any(char.isascii() and char.isalpha() for char in token.text)
        if strange is not None and mixed:
            message = f"`{token.text}` has a look-alike (U+{ord(strange):04X}): write it as `{plain}`"
            yield reject("look-alike", token.start, message)
        elif first != token.text:
            message = f"`{token.text}` and `{first}` look alike and differ: use one of them"
            yield reject("look-alike", token.start, message)


@lru_cache(maxsize=4096)
def _likeness(text: str) -> tuple[str, str | None]:
    """How a word looks, and its first character that looks like another one."""
    plain = unicodedata.normalize("NFC", text).translate(LOOK_ALIKES)
    return plain, next((char for char in text if ord(char) in LOOK_ALIKES), None)


_RULES: tuple[Callable[[Source], Iterator[Found]], ...] = (
    _commands,
    _words,
    _opens,
    _options,
    _attributes,
    _modifiers,
    shadows,
    _instances,
    _characters,
)
