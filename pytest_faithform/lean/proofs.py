"""One pass over a proof that finds its claims, where the proof of each begins and ends, and the holes.

Lean ends a tactic by layout: a `have` ends where a later line starts at or before its column. The pass keeps a stack of
what is open (brackets, claims, `let`s awaiting their `:=`, calc chains); each token opens, advances or closes what is
on top, so that deeply nested text costs no more than flat text. Where a claim does not stand first on its line, Lean's
own rule would use the claim's column; here the line's indentation ends it as well, since a proof that Lean would reject
for its indentation is still an attempt at the claim.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pytest_faithform.lean.declarations import arms_begin
from pytest_faithform.lean.frames import Frame, Hole
from pytest_faithform.lean.layout import CLOSERS, OPENERS, Code
from pytest_faithform.lean.tokens import unquoted
from pytest_faithform.lean.vocabulary import TACTICS, words

__all__ = ["RELATIONS", "walk"]

RELATIONS = words("= ≠ != == < > ≤ ≥ <= >= ∣ ∤ ≡ ≢ ∈ ∉ ⊆ ⊂ ⊇ ⊃ ⊊ ↔ <-> → -> ≃ ≅ ≈ ∼ ~ ≺ ≻ ≼ ≽ ≪ ≫ ⊢ ⟶ ≤ᵐ =ᶠ ≤ᶠ ∝")
_LOOSEST = {"↔": 0, "<->": 0, "→": 1, "->": 1}
_INFIX = RELATIONS | words("+ - * / ^ % ∧ ∨ /\\ \\/ ∪ ∩ ∘ × • ∙ ▸ <|> |> |>. <| $ && || ++ :: : := , ⁻¹")
_CONTINUES = _INFIX - {",", "⁻¹"} | {"from", "fun", "=>", "¬"}
_CONTINUING = (_INFIX | {"by", "from", "at", "with", "using", "then", "else", "in", "<;>", ";"}) - {"∙", "•", "¬"}
_BEFORE_TACTIC = words("; <;> by · . => ( { | try any_goals all_goals repeat first then else do")
_QUANTIFIERS = words("∀ ∃ ∃! ∑ ∏ ∑' ∏' ⋃ ⋂ ⨆ ⨅ ∫ ⨍ ∮ Σ Π ⨁ exists forall")
_CLAIMS = {"have": "have", "haveI": "have", "show": "show", "suffices": "suffices"}
_TACTIC_CLAIMS = {"replace": "have", "obtain": "obtain"}


@dataclass
class _Walk:
    code: Code
    first: int
    last: int
    line_column: int
    frames: list[Frame] = field(default_factory=list)
    holes: list[Hole] = field(default_factory=list)
    stack: list[Frame] = field(default_factory=list)
    levels: list[Frame] = field(default_factory=list)

    # -- the stack ---------------------------------------------------------------------------------------------------

    @property
    def top(self) -> Frame:
        return self.stack[-1]

    @property
    def level(self) -> Frame:
        return self.levels[-1]

    def push(self, kind: str, keyword: str, index: int) -> Frame:
        frame = Frame(kind, keyword, index, self.code.columns[index], self.line_column, self.innermost())
        self.stack.append(frame)
        if kind == "bracket":
            self.levels.append(frame)
        elif kind == "calc":
            self.level.chains += 1
        else:
            self.level.waiting += frame.is_waiting
        if kind == "claim":
            self.frames.append(frame)
        return frame

    def set_state(self, frame: Frame, state: str) -> None:
        """Of a frame that is open directly in the current level."""
        before = frame.is_waiting
        frame.state = state
        self.level.waiting += frame.is_waiting - before

    def pop(self, index: int) -> None:
        frame = self.stack.pop()
        if frame.kind == "bracket":
            self.levels.pop()
            return
        if frame.kind == "calc":
            self.level.chains -= 1
            return
        self.level.waiting -= frame.is_waiting
        frame.last = index
        if frame.state == "prop":
            frame.prop_last = index
        elif frame.proof_first is not None:
            frame.proof_last = index
        if frame.chain is not None:
            frame.chain.right = _right_side(frame)

    # -- one token ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        base = Frame("bracket", "", self.first, -1, -1, None)
        self.stack, self.levels = [base], [base]
        for index in range(self.first, self.last):
            self.step(index)
        while len(self.stack) > 1:
            self.pop(self.last)

    def step(self, index: int) -> None:
        token = self.code.tokens[index]
        text = token.text
        is_symbol = token.kind == "symbol"
        if self.code.fresh[index]:
            self.new_line(index, text)
        elif self.code.tokens[index - 1].text in ("·", ".") and self.code.columns[index - 1] == self.line_column:
            # A tactic behind a bullet is indented as far as it stands.
            self.line_column = self.code.columns[index]
        if self.top.kind == "calc" and self.top.awaiting and not (is_symbol and text in CLOSERS):
            self.begin_step(self.top, index)
        if is_symbol:
            self.symbol(index, text)
        elif token.kind == "keyword":
            self.keyword(index, text)
        elif token.kind == "ident":
            self.ident(index, text)

    def symbol(self, index: int, text: str) -> None:
        if text in OPENERS:
            self.push("bracket", "", index)
        elif text in CLOSERS:
            if len(self.levels) > 1:
                while self.top.kind != "bracket":
                    self.pop(index)
                self.pop(index)
        elif text == ":":
            if self.top.state == "head" and self.top.kind == "claim":
                self.top.name_last = index
                self.top.prop_first = index + 1
                self.set_state(self.top, "prop")
        elif text == ":=":
            self.assign(index)
        elif text in (";", "<;>"):
            self.separate(index)
        elif text == ",":
            self.comma(index)
        elif text in _QUANTIFIERS:
            self.top.quantifiers += 1
        elif text == "|":
            if self.top.kind == "claim" and self.top.state == "prop" and arms_begin(self.code, index, self.last):
                self.begin_proof(self.top, index, index)
        elif text == "?_":
            self.holes.append(Hole("?_", index, index + 1, self.innermost()))
        elif text in RELATIONS:
            self.relation(index, text)

    def keyword(self, index: int, text: str) -> None:
        if text in _CLAIMS:
            frame = self.push("claim", _CLAIMS[text], index)
            if text == "show":
                frame.prop_first = index + 1
                self.set_state(frame, "prop")
        elif text in ("let", "letI"):
            self.push("let", text, index)
        elif text == "calc":
            self.push("calc", text, index).awaiting = True
        elif text in ("by", "from"):
            self.by_or_from(index, text)
        elif text in ("sorry", "admit"):
            self.holes.append(Hole(text, index, index + 1, self.innermost()))
        elif text in _QUANTIFIERS:
            self.top.quantifiers += 1

    def ident(self, index: int, text: str) -> None:
        if text in _TACTIC_CLAIMS or text in ("set", "stop"):
            before = self.code.tokens[index - 1].text
            if not (self.code.fresh[index] or before in _BEFORE_TACTIC):
                return
            if text == "set":
                self.push("let", text, index)
            elif text == "stop":
                self.holes.append(Hole(text, index, index + 1, self.innermost()))
            else:
                self.push("claim", _TACTIC_CLAIMS[text], index)
        elif unquoted(text).removeprefix("_root_.") == "sorryAx":
            self.holes.append(Hole("sorryAx", index, index + 1, self.innermost()))

    def innermost(self) -> Frame | None:
        """The claim around this place."""
        return self.top if self.top.kind == "claim" else self.top.parent

    # -- separators --------------------------------------------------------------------------------------------------

    def assign(self, index: int) -> None:
        """`:=` goes to the innermost thing of this bracket level that waits for one."""
        if not self.level.waiting:
            return
        while not self.top.is_waiting:
            self.pop(index)
        if self.top.kind == "let":
            self.pop(index)
            self.top.lets += 1
        elif self.top.state == "head":
            self.top.name_last = index
            self.set_state(self.top, "proof")
        else:
            self.begin_proof(self.top, index, index + 1)

    def begin_proof(self, frame: Frame, prop_last: int, proof_first: int) -> None:
        frame.prop_last, frame.proof_first = prop_last, proof_first
        self.set_state(frame, "proof")

    def by_or_from(self, index: int, text: str) -> None:
        frame = self.top
        if frame.kind == "claim" and frame.state == "prop" and frame.chain is None:
            if frame.keyword == "suffices":
                # What follows shows the goal from the claim; the claim itself is proved by the rest of the block.
                frame.prop_last = index
                self.set_state(frame, "proof")
            else:
                self.begin_proof(frame, index, index if text == "by" else index + 1)
        if text == "by":
            frame.by_open = True
            if self.nothing_follows(index):
                self.holes.append(Hole("empty by", index, index + 1, self.innermost()))

    def nothing_follows(self, by: int) -> bool:
        after = by + 1
        if after >= self.last:
            return True
        text = self.code.tokens[after].text
        if text in CLOSERS or text in (",", ";", "<;>"):
            return True
        frame = self.top
        if frame.keyword == "show" and self.code.columns[after] == frame.column:
            return False
        return self.code.fresh[after] and frame.kind == "claim" and _ends(frame, self.code.columns[after])

    def separate(self, index: int) -> None:
        """`;` and `<;>` end the innermost `have` or `let` of this level, unless they join the tactics of a `by`."""
        while self.top.kind != "bracket" and not self.top.by_open:
            frame = self.top
            if frame.lets:
                frame.lets -= 1
                return
            if self.turn_to_rest(frame, index, index + 1):
                return
            self.pop(index)
            if frame.kind == "let" or frame.keyword in ("have", "obtain", "suffices"):
                return

    def turn_to_rest(self, frame: Frame, index: int, rest: int) -> bool:
        """A `show` or `suffices` tactic that ends here: the tactics after it are the proof of its claim."""
        if frame.kind != "claim" or frame.keyword not in ("show", "suffices") or frame.proof_first is not None:
            return False
        if frame.state == "prop":
            frame.prop_last = index
        elif frame.prop_last is None:
            return False
        self.set_state(frame, "rest")
        frame.proof_first = rest
        frame.by_open = True
        return True

    def comma(self, index: int) -> None:
        if self.top.quantifiers:
            self.top.quantifiers -= 1
        elif len(self.levels) > 1:
            while self.top.kind != "bracket":
                self.pop(index)
            self.top.quantifiers = max(0, self.top.quantifiers - 1)

    def relation(self, index: int, text: str) -> None:
        frame = self.top
        if frame.chain is None or frame.state != "prop" or frame.quantifiers:
            return
        known = frame.relation
        if known is None or _LOOSEST.get(text, 2) < _LOOSEST.get(self.code.tokens[known].text, 2):
            frame.relation = index

    # -- layout ------------------------------------------------------------------------------------------------------

    def new_line(self, index: int, text: str) -> None:
        column = self.code.columns[index]
        self.recover(index, text, column)
        self.line_column = column
        before = self.code.tokens[index - 1].text if index > self.first else ""
        everywhere = before == "*" and self.code.tokens[index - 2].text == "at"
        is_open = before in _CONTINUES and not everywhere
        if text in _CONTINUING or (is_open and text not in TACTICS and text not in ("·", "|", "_")):
            return
        is_step = text == "_" and index + 1 < self.last and self.code.tokens[index + 1].text in RELATIONS
        while self.top.kind != "bracket":
            frame = self.top
            if frame.kind == "calc":
                if self.begins_step(frame, column, is_step, text):
                    self.begin_step(frame, index)
                    return
                if frame.awaiting and text not in TACTICS:
                    return
                self.pop(index)
            elif frame.state == "rest":
                if column >= frame.column:
                    return
                self.pop(index)
            elif _ends(frame, column):
                if column == frame.column and self.goes_on(frame, index, text):
                    return
                self.pop(index)
            elif is_step and frame.chain is not None and frame.chain.step_column in (None, column):
                self.pop(index)
            else:
                return

    def goes_on(self, frame: Frame, index: int, text: str) -> bool:
        """Whether tactics at the claim's own column prove it: after a `show`, also one that ends in a needless `by`, or
        a bullet after a bare `have h : P`."""
        if frame.keyword == "show" and frame.proof_first == index - 1 and self.code.tokens[index - 1].text == "by":
            frame.proof_first = index
            self.set_state(frame, "rest")
            return True
        if frame.kind == "claim" and frame.state == "prop" and frame.chain is None and text in ("·", ".", "{"):
            self.begin_proof(frame, index, index)
            frame.by_open = True
            return True
        return self.turn_to_rest(frame, index, index)

    def recover(self, index: int, text: str, column: int) -> None:
        """A tactic that starts a line no deeper than the claim around a bracket: the bracket was never closed."""
        while len(self.levels) > 1 and text in TACTICS:
            around = self.level.parent
            if around is None or column > around.indent:
                return
            while self.top.kind != "bracket":
                self.pop(index)
            self.pop(index)

    def begins_step(self, chain: Frame, column: int, is_step: bool, text: str) -> bool:
        if chain.awaiting or text in TACTICS:
            return False
        if chain.step_column is None:
            return is_step or column > chain.indent
        return column == chain.step_column or (is_step and self.level.chains == 1)

    def begin_step(self, chain: Frame, index: int) -> None:
        frame = self.push("claim", "calc", index)
        frame.chain = chain
        frame.prop_first = index
        frame.left = chain.right
        self.set_state(frame, "prop")
        if self.code.fresh[index]:
            chain.step_column = self.code.columns[index] if chain.step_column is None else chain.step_column
        chain.awaiting = False


def _ends(frame: Frame, column: int) -> bool:
    return column <= frame.indent or column == frame.column


def _right_side(step: Frame) -> tuple[int, int] | None:
    if step.prop_first is None or step.prop_last is None:
        return None
    return (step.prop_first if step.relation is None else step.relation + 1), step.prop_last


def walk(code: Code, first: int, last: int, column: int) -> tuple[list[Frame], list[Hole]]:
    """The claim frames (in order of their keywords) and holes among the tokens [first, last) of a proof, whose
    declaration starts at `column`."""
    pass_over = _Walk(code, first, last, column)
    pass_over.run()
    return pass_over.frames, pass_over.holes
