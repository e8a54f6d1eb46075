"""A second look at a statement, after Lean has read it: what the elaborated type speaks of, with everything printed.

The guard reads the text as it stands; Lean reads it with the instances, notations, variables and definitions that are in
force. So Lean is asked to print the type of the main theorem and all definitions with nothing left out (`pp.all`), and
what stands there must be what the statement region shows: a constant of the text that the statement does not write, an
argument that it does not show, a name that Lean has for something else, or a declaration that the scanner did not see
each make the text mean something other than what it seems to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pytest_faithform.lean.checker import LeanChecker
from pytest_faithform.lean.coercions import ways_between
from pytest_faithform.lean.composite import Composite, Unclosed, nonce_of
from pytest_faithform.lean.instances import Printed
from pytest_faithform.lean.layout import Code
from pytest_faithform.lean.made import is_made_by_lean, is_matcher
from pytest_faithform.lean.meanings import TYPES, Meanings
from pytest_faithform.lean.printed import arguments_of, conclusion_of, names_in, operations_in
from pytest_faithform.lean.readings import NOTATIONS, Reading, opened, readings_of
from pytest_faithform.lean.source import Decl, Source
from pytest_faithform.lean.tokens import Token, name_parts
from pytest_faithform.lean.tokens import unquoted as _plain
from pytest_faithform.lean.variables import Variable, question_about, variables_in
from pytest_faithform.model import Declaration, GuardFinding, LeanReply

__all__ = ["examined", "second_opinion"]

# Nobody writes more before a theorem; each is a question of its own.
MOST_DEFINITIONS = 120
MOST_ROUNDS = 4
MOST_QUESTIONS = 2000
# Proofs inside terms say nothing, and can be very long.
_OPTIONS = "\n".join(
    f"set_option pp.{option}"
    for option in ("all true", "instanceTypes true", "proofs false", "maxSteps 10000000", "deepTerms true", "")
).removesuffix("set_option pp.")
_CUT_SHORT = re.compile(r" … \(\d+ characters\)$")


def examined(checker: LeanChecker, source: Source, reply: LeanReply, *, timeout: float | None = None) -> LeanReply:
    """`reply` with the findings of the second look added to its own."""
    found = second_opinion(checker, source, reply, timeout=timeout)
    return reply.model_copy(update={"guard": (*reply.guard, *found)}) if found else reply


def second_opinion(
    checker: LeanChecker, source: Source, reply: LeanReply, *, timeout: float | None = None
) -> list[GuardFinding]:
    """What the elaborated statement shows that the text does not, of a text that Lean accepted with this `reply`.

    Empty for a text that Lean did not accept; of one without a theorem only what it declares is looked at. Where Lean does
    not answer within `timeout` seconds, or not in full, the finding says that nothing is known. Raises LeanUnavailable as
    `check` does.
    """
    return _Look(checker, source, reply, timeout).findings() if reply.outcome == "ok" else []


@dataclass
class _Look:
    """One examination: what Lean printed so far, by the plain names of constants: their types, and what they stand for."""

    checker: LeanChecker
    source: Source
    reply: LeanReply
    timeout: float | None
    types: dict[str, Code] = field(default_factory=dict)
    values: dict[str, Code] = field(default_factory=dict)
    unfolded: dict[str, Code] = field(default_factory=dict)
    answers: dict[str, Code] = field(default_factory=dict)
    known: frozenset[str] = frozenset()

    def findings(self) -> list[GuardFinding]:
        unseen = list(self._unseen())
        if unseen or self.main_name not in self.declared:
            return unseen
        trouble = self._print_everything()
        if trouble is None:
            return []
        if trouble:
            return [
                self._finding("reject", "unexamined", f"the elaborated statement could not be looked at: {trouble}")
            ]
        rules = (self._hidden(), self._other_meanings(), self._shadowing(), self._arguments(), self._remarks())
        return [finding for rule in rules for finding in rule]

    # -- what the text declares ----------------------------------------------------------------------------------------

    @cached_property
    def main_name(self) -> str:
        return _plain(self.source.main.full_name) if self.source.main else ""

    @cached_property
    def declared(self) -> dict[str, Declaration]:
        return {declaration.name: declaration for declaration in self.reply.declarations}

    @cached_property
    def by_name(self) -> dict[str, Decl]:
        return {_plain(decl.full_name): decl for decl in self.source.decls if decl.full_name}

    @cached_property
    def visible(self) -> set[int]:
        """Where the declarations of the statement region begin."""
        return {span[0] for span in self.source.statement_spans}

    def owner(self, constant: str) -> Decl | None:
        """The declaration of the text that a constant belongs to: itself, or one that Lean made it beside."""
        for end in [*(at for at, char in enumerate(constant) if char == "."), len(constant)][::-1]:
            if (decl := self.by_name.get(constant[:end])) is not None:
                return decl
        return None

    def is_own(self, constant: str) -> bool:
        return constant in self.declared or self.owner(constant) is not None

    def is_instance(self, constant: str) -> bool:
        """Whether Lean named it as it names instances that have no name in the text."""
        unnamed = any(decl.keyword == "instance" and not decl.name for decl in self.source.decls)
        return name_parts(constant)[-1].startswith("inst") and unnamed

    def is_derived(self, constant: str) -> bool:
        """Whether it is an instance that `deriving` made for a type of the text."""
        if not any(token.text == "deriving" for token in self.source.tokens):
            return False
        first = next((part for part in name_parts(constant) if part.startswith("inst")), "")
        types = (name_parts(name)[-1] for name, decl in self.by_name.items() if decl.keyword in TYPES)
        return any(first.endswith(name) for name in types)

    def _unseen(self) -> Iterator[GuardFinding]:
        """What Lean declared and the scanner did not: then the text was not read as Lean reads it."""
        notations = any(command.keyword in NOTATIONS for command in self.source.commands)
        for name, declaration in self.declared.items():
            if self.owner(name) or self.is_instance(name) or self.is_derived(name):
                continue
            if is_made_by_lean(declaration, self.source.text):
                continue
            if notations and _plain(name_parts(name)[-1]).startswith(("term", "_aux_")):
                continue
            yield self._finding(
                "reject", "unseen", f"Lean declared `{name}`, which does not stand in the text as it reads"
            )

    # -- what Lean prints ----------------------------------------------------------------------------------------------

    def _print_everything(self) -> str | None:
        """Ask until all that the statement reaches is printed; gives the reason where that fails, or "". None where nobody
        is there to be asked: a recording has what was found when it was made."""
        wanted = [name for name, decl in self.by_name.items() if decl.signature[0] in self.visible]
        wanted += [name for name in self.declared if self.is_instance(name)]
        wanted = [self.main_name, *(name for name in wanted if name != self.main_name and name in self.declared)]
        for _ in range(MOST_ROUNDS):
            if len(wanted) > MOST_DEFINITIONS:
                return f"it comes after {len(wanted)} definitions"
            trouble = self._ask(wanted)
            if trouble != "":
                return trouble
            wanted = [name for name in self.reached if name not in self.types and not self.is_theorem(name)]
            if not wanted:
                return self._ask_about_meanings()
        return "its definitions lead to ever more"

    def is_theorem(self, constant: str) -> bool:
        declaration = self.declared.get(constant)
        return declaration is not None and declaration.kind == "theorem" and constant != self.main_name

    def _ask(self, wanted: list[str]) -> str | None:
        """Have these constants printed, and what else the statement's names could mean."""
        names = [f"_root_.{self.written(name)}" for name in wanted]
        instances = [name for name in wanted if self.may_be_instance(name)]
        questions = [f"#check @{name}" for name in names] + [f"#print {name}" for name in names]
        questions += [reading.question for reading in self.readings]
        questions += [f"#reduce (types := true) (type_of% @_root_.{self.written(name)})" for name in instances]
        codes = self._answers(questions)
        if not isinstance(codes, list):
            return codes
        answers = iter(codes)
        self.types.update(zip(wanted, answers, strict=False))
        self.values.update(zip(wanted, answers, strict=False))
        self.known |= {one.question for one, code in zip(self.readings, answers, strict=False) if code.tokens}
        self.unfolded.update(zip(instances, answers, strict=False))
        return "" if self.types[self.main_name].tokens else "Lean prints nothing of it"

    def may_be_instance(self, constant: str) -> bool:
        owner = self.by_name.get(constant)
        return owner.keyword == "instance" if owner is not None else self.is_instance(constant)

    def _ask_about_meanings(self) -> str | None:
        """Which classes are of propositions, what coercions of the text do, and what its variables' names could mean."""
        classes = [f"@{name}" for name in self.meanings.suspects(self.reached, self.main_name) if name]
        questions = [f"#check {name}" for name in (*classes, *self.ways)] + list(self.variables)
        if len(questions) > MOST_QUESTIONS:
            return f"it binds and brings {len(questions)} things that could mean something else"
        codes = self._answers(questions) if questions else []
        if not isinstance(codes, list):
            return codes
        self.answers.update(zip(questions, codes, strict=True))
        return ""

    def _answers(self, questions: list[str]) -> list[Code] | str | None:
        """What Lean answers behind the text, nothing where it has no answer; else the reason why nothing is known."""
        # The text was just checked: a backend need not elaborate it once more.
        composite = Composite(nonce_of(self.source.text))
        try:
            composite.add_section(self.source.text)
        except Unclosed as unclosed:
            return str(unclosed)
        composite.add_text(_OPTIONS)
        first = composite.text.count("\n") + 1
        composite.add_text("".join(f"{question}\n" for question in questions))
        reply = self.checker.check(composite.text, timeout=self.timeout)
        if reply.outcome == "unavailable" and not reply.messages:
            return None
        if reply.outcome in ("timeout", "crash") or not composite.is_closed(reply):
            return reply.first_error or reply.outcome
        answers: list[list[str]] = [[] for _ in questions]
        for message in reply.messages:
            if message.severity == "info" and message.line is not None and 0 <= message.line - first < len(questions):
                answers[message.line - first].append(message.text)
        if any(_CUT_SHORT.search(answer) for parts in answers for answer in parts):
            return "what Lean prints of it is too long"
        return [Code("\n".join(parts)) for parts in answers]

    def written(self, constant: str) -> str:
        """A constant's name as Lean reads it, with the quotes that its declaration has in the text."""
        owner = self.owner(constant)
        if owner is None:
            return constant
        return owner.full_name + constant[len(_plain(owner.full_name)) :]

    @property
    def reached(self) -> list[str]:
        """The constants of the text that the statement rests on, in the order in which they are met; no theorems, whose
        statements nothing rests on."""
        found, pending = {self.main_name: None}, [self.main_name]
        while pending:
            for constant in self.spoken_of(pending.pop()):
                if constant not in found and self.is_own(constant) and not self.is_theorem(constant):
                    found[constant] = None
                    pending.append(constant)
        return list(found)

    def spoken_of(self, constant: str) -> Iterable[str]:
        """The names in what Lean printed of a constant; of the main theorem, in its type."""
        codes = [self.types.get(constant)] + [self.values.get(constant)] * (constant != self.main_name)
        return dict.fromkeys(name for code in codes if code is not None for name in names_in(code.tokens))

    # -- the rules -----------------------------------------------------------------------------------------------------

    def _hidden(self) -> Iterator[GuardFinding]:
        """What the statement rests on and does not write: instances, and whatever else a notation or attribute brings."""
        for constant in self.reached:
            owner = self.owner(constant)
            if owner is self.source.main or self.is_derived(constant) or is_matcher(constant, self.source.text):
                continue
            if owner is None or owner.keyword == "instance":
                if not self.meanings.is_for_own_type(constant):
                    told = f"the statement rests on the text's own instance `{constant}`, which it does not show"
                    yield self._finding("reject", "instance", f"{told}: leave it out", owner)
            elif owner.signature[0] not in self.visible:
                told = f"the statement rests on `{constant}`, which it does not name"
                yield self._finding("reject", "hidden", f"{told}: write it where it is meant", owner)

    @cached_property
    def meanings(self) -> Meanings:
        return Meanings(self.owner, self.types, self.values, self.unfolded)

    def _other_meanings(self) -> Iterator[GuardFinding]:
        """Instances that give Lean's own types another meaning, however the text brings them."""
        told: set[str] = set()
        for name, instances in self.meanings.suspects(self.reached, self.main_name).items():
            if not self.is_proposition(name):
                told.update(instances)
        for what in sorted(told):
            message = (
                f"the statement rests on an instance `{what}`, which gives Lean's own types another meaning: drop it"
            )
            yield self._finding("reject", "instance", message)
        for way in self.ways:
            if any(map(self.is_own, names_in(self.answers[f"#check {way}"].tokens))):
                message = f"the text's coercions lead from one of Lean's own types to another: `{way}`: drop one"
                yield self._finding("reject", "instance", message)

    def is_proposition(self, class_: str) -> bool:
        code = self.answers.get(f"#check @{class_}")
        return code is not None and [token.text for token in conclusion_of(code)] == ["Prop"]

    @cached_property
    def ways(self) -> list[str]:
        """What a coercion of the text's may do between Lean's own types."""
        instances = (code if code.tokens else self.types[name] for name, code in self.unfolded.items())
        return ways_between(instances, self.meanings.judge(Printed([])))

    @cached_property
    def readings(self) -> list[Reading]:
        return readings_of(self.source)

    @cached_property
    def variables(self) -> dict[str, Variable]:
        """The statement's variables by the question about each; the text's own names are no other meaning."""
        constants = (
            (name, [self.types[name]] + [self.values[name]] * (name != self.main_name)) for name in self.reached
        )
        spaces = opened(self.source)
        return {
            question_about(one, (space for space in spaces if not self.is_own(f"{space}.{one.name}"))): one
            for one in variables_in(self.source, constants, self.owner)
        }

    def _shadowing(self) -> Iterator[GuardFinding]:
        for reading in self.readings:
            if reading.question in self.known:
                told = f"`{reading.what}` can be read as Lean's own `{reading.name}`: rename it"
                yield self._finding("reject", "shadowing", told, self.by_name.get(reading.what))
        for question, variable in self.variables.items():
            name = variable.could_mean(self.answers[question])
            if name and not self.is_own(name):
                told = f"the variable `{variable.name}` can be read as Lean's own `{name}`: rename it"
                yield self._finding("reject", "shadowing", told)

    def _arguments(self) -> Iterator[GuardFinding]:
        """Arguments of the elaborated theorem that the statement region does not show."""
        main = self.source.main
        assert main is not None
        spans = [*(binder.span for binder in (*main.variables, *main.binders)), main.type or main.signature]
        shown = [token for span in spans for token in self.source.tokens_in(span)]
        words = set(_bound_in(shown, main))
        # Lean gives those that have no name one of its own.
        unnamed = sum(token.text == "_" for token in shown)
        instances = 0
        for bracket, name in arguments_of(self.types[self.main_name]):
            instances += bracket == "["
            # Lean names the instances that have no name in the text.
            if unnamed and _plain(name) not in words and _OWN_NAME.fullmatch(name):
                unnamed -= 1
                continue
            if name and bracket != "[" and _plain(name) not in words:
                told = f"the theorem takes an argument `{name}` that its statement does not show"
                yield self._finding("reject", "argument", f"{told}: write all of them")
        if instances > sum(token.text in ("[", "∀", "forall") for token in shown):
            yield self._finding("reject", "argument", "the theorem takes instances that its statement does not show")

    def _remarks(self) -> Iterator[GuardFinding]:
        """What is no trick, and makes a statement say less than it seems to."""
        constants: set[str] = set()
        operations: set[tuple[str, str]] = set()
        for reached in self.reached:
            constants.update(self.spoken_of(reached))
            operations.update(operations_in(self.types[reached]))
            if reached != self.main_name:
                operations.update(operations_in(self.values[reached]))
        if "sorryAx" in constants:
            yield self._finding("note", "statement-hole", "the statement itself holds a `sorry`: it says nothing yet")
        if [token.text for token in conclusion_of(self.types[self.main_name])] == ["True"]:
            yield self._finding("note", "trivial", "the statement concludes `True`: it says nothing")
        for operation, (name, what) in _ROUNDED.items():
            if operation in operations:
                yield self._finding("note", "truncated", f"{name} {what}")

    def _finding(self, severity: str, rule: str, message: str, decl: Decl | None = None) -> GuardFinding:
        decl = decl or self.source.main
        line, column = self.source.position(decl.name_span[0] if decl else 0)
        rejected = severity == "reject"
        return GuardFinding(
            rule=rule, severity="reject" if rejected else "note", message=message, line=line, column=column
        )


#: (operation, type) and what becomes of its value there.
_ROUNDED = {
    ("HSub.hSub", "Nat"): ("subtraction of natural numbers", "gives 0 where the difference is negative"),
    ("HDiv.hDiv", "Nat"): ("division of natural numbers", "rounds down"),
    ("HDiv.hDiv", "Int"): ("division of integers", "rounds"),
}


_OWN_NAME = re.compile(r"[xa](?:_\d+)?")


def _bound_in(shown: list[Token], main: Decl) -> Iterator[str]:
    """The names that a signature binds: its own and its variables' binders, and what its type quantifies over."""
    for binder in (*main.variables, *main.binders):
        yield from map(_plain, binder.names)
    quantified = False
    for token in shown:
        if token.text in ("∀", "forall", "let", "have", "fun"):
            quantified = True
        elif token.text in (",", ":=", "=>"):
            quantified = False
        elif quantified and token.kind == "ident":
            yield _plain(token.text)
