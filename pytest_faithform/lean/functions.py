"""Functions that a statement or its text defines: by an equation for all arguments, or by cases on natural numbers.

A statement may take a function as an argument and say in its hypotheses what it is; such a function can be written down
as a witness. A text's own `def`s are read in the same form, so that statements about them can be evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_faithform.lean.arith import Node, Unreadable, arithmetic_type, called_functions, free_variables, unparse
from pytest_faithform.lean.arithparser import parse_formula
from pytest_faithform.lean.declarations import Decl
from pytest_faithform.lean.numbers import Case, Env, Function, literal
from pytest_faithform.lean.tokens import name_parts, tokenize

__all__ = ["KnownFunctions", "defined_by", "lean_definition", "read_definition", "signature_of"]


def signature_of(words: Sequence[str]) -> Function | None:
    """The function type `A → B → R` of number types, None for any other type."""
    kinds = [arithmetic_type(part) for part in " ".join(words).replace("->", "→").split("→")]
    known = [kind for kind in kinds if kind is not None]
    return Function(tuple(known[:-1]), known[-1]) if len(kinds) > 1 and len(known) == len(kinds) else None


class KnownFunctions:
    """The functions that formulas may call, by their full names and by what the text calls them."""

    def __init__(self) -> None:
        self.functions: dict[str, Function] = {}
        self._full: dict[str, str] = {}

    def add(self, name: str, function: Function) -> None:
        """Under the full name and every shorter way to write it."""
        self.functions[name] = function
        parts = name_parts(name)
        self._full.update({".".join(parts[cut:]): name for cut in range(len(parts))})

    def read(self, words: Sequence[str]) -> Node:
        """A formula with every call under its full name. Raises Unreadable."""
        arities = {short: len(self.functions[full].domain) for short, full in self._full.items()}
        return self._with_full_names(parse_formula(words, arities))

    def _with_full_names(self, node: Node) -> Node:
        text = self._full[node.text] if node.op == "call" else node.text
        return Node(node.op, tuple(self._with_full_names(arg) for arg in node.args), text, node.type, node.notation)


@dataclass(frozen=True)
class _Equation:
    """`f p₁ … pₖ = body` for all values of the variables in the patterns."""

    name: str
    case: Case

    @property
    def is_general(self) -> bool:
        return all(pattern.op == "var" for pattern in self.case.patterns)


def defined_by(
    formulas: Sequence[Node | None], functions: Mapping[str, Function]
) -> tuple[dict[str, Function], frozenset[int]]:
    """The functions with the cases that the formulas give them, and the positions of the formulas that do so.

    One equation for all arguments settles a function; else its equations by cases do, where each is about smaller
    arguments only. What is then still open is 0. A function without either keeps no cases.
    """
    found: dict[str, list[tuple[int, _Equation]]] = {name: [] for name in functions}
    for at, formula in enumerate(formulas):
        equation = _equation(formula, functions) if formula is not None else None
        if equation is not None:
            found[equation.name].append((at, equation))
    result, used = dict(functions), set[int]()
    for name, equations in found.items():
        general = [(at, e) for at, e in equations if e.is_general and name not in called_functions(e.case.body)]
        chosen = general[:1] or [(at, e) for at, e in equations if not e.is_general and _descends(e)]
        if not chosen:
            continue
        cases = sorted((e.case for _, e in chosen), key=lambda case: sum(p.op != "num" for p in case.patterns))
        if not general and len(functions[name].domain) == 1 and not _covers(cases):
            cases.append(Case((Node("var", (), "ffrest"),), Node("num", (), "0")))
        result[name] = Function(functions[name].domain, functions[name].result, tuple(cases))
        used |= {at for at, _ in chosen}
    return result, frozenset(used)


def _equation(formula: Node, functions: Mapping[str, Function]) -> _Equation | None:
    bound: list[str] = []
    while formula.op == "∀" or (formula.op == "→" and bound and _bounds(formula.args[0], bound)):
        if formula.op == "∀":
            bound.append(formula.text)
        formula = formula.args[-1]
    if formula.op != "=":
        return None
    for side, body in (formula.args, formula.args[::-1]):
        if side.op == "call" and side.text in functions and not functions[side.text].cases:
            variables = [name for pattern in side.args for name in free_variables(pattern)]
            plain = all(_is_pattern(pattern, bound) for pattern in side.args)
            if plain and sorted(variables) == sorted(bound):
                return _Equation(side.text, Case(side.args, body))
    return None


def _bounds(premise: Node, bound: Sequence[str]) -> bool:
    """A lower bound on the arguments: a function that satisfies the equation without it satisfies it."""
    lower = premise.op in ("<", "≤") and premise.args[0].op == "num" and premise.args[1].op == "var"
    return lower and premise.args[1].text in bound


def _is_pattern(node: Node, bound: Sequence[str]) -> bool:
    if node.op == "+":
        left, right = node.args
        return left.op == "var" and left.text in bound and right.op == "num"
    return node.op == "num" or (node.op == "var" and node.text in bound)


def _calls_of(name: str, node: Node) -> Iterator[Node]:
    if node.op == "call" and node.text == name:
        yield node
    for arg in node.args:
        yield from _calls_of(name, arg)


def _descends(equation: _Equation) -> bool:
    """Whether every call of the function itself has a smaller argument somewhere and no larger one."""
    sizes = [_size(pattern) for pattern in equation.case.patterns]
    for call in _calls_of(equation.name, equation.case.body):
        steps = []
        for (name, shift), arg in zip(sizes, call.args, strict=True):
            other, less = _size(arg)
            if other != name or less > shift:
                return False
            steps.append(shift - less)
        if not any(steps):
            return False
    return True


def _size(node: Node) -> tuple[str, int]:
    if node.op == "+" and node.args[0].op == "var" and node.args[1].op == "num":
        return node.args[0].text, int(node.args[1].text)
    if node.op == "num":
        return "", int(node.text)
    return (node.text, 0) if node.op == "var" else (unparse(node), 1 << 30)


def _covers(cases: Sequence[Case]) -> bool:
    """Whether unary cases leave no natural number out."""
    sizes = [_size(case.patterns[0]) for case in cases]
    literals = {shift for name, shift in sizes if not name}
    return any(name and set(range(shift)) <= literals for name, shift in sizes)


def lean_definition(
    name: str, function: Function, names: Mapping[str, str], values: Env, types: Mapping[str, str]
) -> str:
    """Lean text of `def name`. `names` renames the functions that the cases call, `values` and their `types` stand for
    the variables around."""
    kind = " → ".join((*function.domain, function.result))
    arms = []
    for case in function.cases:
        inside = {variable for pattern in case.patterns for variable in free_variables(pattern)}
        body = unparse(_filled(case.body, names, {n: v for n, v in values.items() if n not in inside}, types))
        arms.append((", ".join(_pattern_text(pattern) for pattern in case.patterns), body))
    if len(arms) == 1 and all(pattern.op == "var" for pattern in function.cases[0].patterns):
        params = " ".join(
            f"({pattern.text} : {kind})"
            for pattern, kind in zip(function.cases[0].patterns, function.domain, strict=True)
        )
        return f"def {name} : {kind} := fun {params} => {arms[0][1]}\n"
    return f"def {name} : {kind}\n" + "".join(f"  | {patterns} => {body}\n" for patterns, body in arms)


def _pattern_text(node: Node) -> str:
    if node.op == "+":
        return f"{node.args[0].text} + {node.args[1].text}"
    return "_" if node.text == "ffrest" else node.text


def _filled(node: Node, names: Mapping[str, str], values: Env, types: Mapping[str, str]) -> Node:
    if node.op == "var" and node.text in values:
        return Node("var", (), literal(values[node.text], types[node.text]))
    text = names.get(node.text, node.text) if node.op == "call" else node.text
    return Node(node.op, tuple(_filled(arg, names, values, types) for arg in node.args), text, node.type, node.notation)


def read_definition(source: str, declaration: Decl, known: KnownFunctions) -> None:
    """Add a `def` on numbers by one expression or by pattern matching; one of another kind is left out."""
    function = _signature(source, declaration)
    if function is None or declaration.value is None:
        return
    known.add(declaration.full_name, function)
    params = [name for binder in declaration.binders for name in binder.names]
    heads = tuple(Node("var", (), name) for name in params)
    try:
        cases = _cases(_words(source, declaration.value), len(function.domain) - len(params), known)
    except Unreadable:
        return
    full = tuple(Case((*heads, *case.patterns), case.body) for case in cases)
    known.add(declaration.full_name, Function(function.domain, function.result, full))


def _signature(source: str, declaration: Decl) -> Function | None:
    """Its domain and result, if all its arguments are numbers and explicit."""
    params: list[tuple[str, str]] = []
    for binder in declaration.binders:
        kind = (
            arithmetic_type(source[binder.type[0] : binder.type[1]]) if binder.type and binder.bracket == "(" else None
        )
        if kind is None:
            return None
        params += [(name, kind) for name in binder.names]
    if declaration.type is None:
        return None
    words = _words(source, declaration.type)
    kind = arithmetic_type(" ".join(words))
    rest = Function((), kind) if kind else signature_of(words)
    if rest is None or not (params or rest.domain):
        return None
    return Function((*(kind for _, kind in params), *rest.domain), rest.result)


def _words(source: str, span: tuple[int, int]) -> list[str]:
    return [token.text for token in tokenize(source[span[0] : span[1]])]


def _cases(words: list[str], arity: int, known: KnownFunctions) -> list[Case]:
    if not arity:
        return [Case((), known.read(words))]
    if not words or words[0] != "|":
        raise Unreadable("a function that is not given by its values")
    cases: list[Case] = []
    for arm in _split(words[1:], "|"):
        if "=>" not in arm:
            raise Unreadable("an arm without a value")
        cut = arm.index("=>")
        patterns = []
        for at, part in enumerate(_split(arm[:cut], ",")):
            blank = [f"ffp{len(cases)}_{at}" if word == "_" else word for word in part]
            patterns.append(parse_formula(blank))
        names = [name for pattern in patterns for name in free_variables(pattern)]
        if len(patterns) != arity or not all(_is_pattern(pattern, names) for pattern in patterns):
            raise Unreadable("a pattern")
        cases.append(Case(tuple(patterns), known.read(arm[cut + 1 :])))
    return cases


def _split(words: list[str], separator: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    depth = 0
    for word in words:
        depth += (word in "([{⟨") - (word in ")]}⟩")
        if word == separator and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts
