"""What a reply says of a block before it shows it: that it corrects what stands before, or that it is beside the answer.

Read clause by clause, the nearest to the block first; in a clause the earlier mark counts ("the corrected version of the
wrong one", "a mistake that I fixed"). Never raises; linear time.
"""

from __future__ import annotations

import re
from typing import Literal

from pytest_faithform.lean.relations import returns_to_task

__all__ = ["Role", "role_of"]

#: "final": explicitly the final answer; "corrected": a better one than before; "aside": an illustration, a rejected,
#: foreign or alternative version; "library": what Mathlib has; "answer": what was asked for; "": nothing of these.
Role = Literal["final", "corrected", "aside", "library", "answer", ""]


def _marks(english: str, others: str) -> re.Pattern[str]:
    """Whole words in English; of other languages stems, as some write no spaces."""
    return re.compile(rf"\b(?:{english})\b|(?:{others})", re.IGNORECASE)


_VERSION = (
    r"(?:version|attempt|try|draft|code|formali[sz]ation|formulation|translation|statement|proof|answer|solution|theorem"
    r"|lemma|definition|approach|way|one|lean|result|form|reading|interpretation)"
)
_FINAL = _marks(
    rf"final(?: [\w`]+){{0,3}} (?:{_VERSION}|listing|file)|final(?=\W*$)|(?<!not )recommended|preferred",
    "最终(?:答案|版本|代码|版)|最終|endgültig",
)
_CORRECTS = _marks(
    rf"correct(?!ness)\w*|fix\w*|final(?: \w+){{0,3}} {_VERSION}|final(?=\W*$)|revis\w+|updated?|better|improv\w+"
    rf"|(?<!if )instead|redo\w*|rewrit\w+|repair\w*|try(?:ing)? (?:this )?again|let(?: me| us|'s) try"
    rf"|(?<!not )recommended|preferred|right {_VERSION}"
    r"|should (?:be|read|say)",
    r"修正|改正|更正|修改后|最终|最終|(?<!不)正确|korrigiert|endgültig|corrigée?|corregid|исправлен",
)
_REJECTED = _marks(
    r"(?:mistake|pitfall|misformali[sz]ation|mistranslation)s?"
    rf"|(?:incorrect|wrong|invalid|flawed|buggy|broken|bad|faulty|naive|rejected|unfaithful|unsound)"
    rf"(?: \w+){{0,2}} {_VERSION}s?"
    rf"|(?:original|old|older|earlier|previous|initial|first)(?: \w+)? (?:version|attempt|draft|code|formali[sz]ation|try)"
    rf"|your(?: \w+)? {_VERSION} (?:was|had|said)|(?:do not|don't|never|not to) (?:write|use|do|state)"
    r"|(?:things?|versions?|forms?) to avoid|avoid (?:this|the following|writing)|to avoid(?=\W*$)|not recommended",
    r"❌|✗|错误|误区|不正确|häufiger fehler|falsche version|falsch wäre|間違い|誤り"
    r"|erreurs? |version erronée|error común|ошибк",
)
_REJECTS_FROM_ITS_START = re.compile(
    r"[\W_]*(?:(?:wrong|incorrect|invalid|not correct|bad)\b|(?:before|original|old|previously|not this)\W*$)",
    re.IGNORECASE,
)
_ALTERNATIVE = _marks(
    r"alternativ\w*|variants?|variations?|optionally|optional(?=\W*$)|in case (?:the|you|your)|if your"
    r"|if you(?:'d| (?:prefer|want|like|need|would|wish|are|use|work|insist|only|have|rather|do not|don't))"
    r"|(?:one|we|you|i) (?:could|can|may|might) (?:also|instead|equally|alternatively)"
    r"|(?:could|can|may|might) (?:also|equally) be|also possible|equivalently|(?:in|by) contrast|depending on|would have been"
    r"|(?:some|many|other) (?:people|users|authors)|(?:for )?older (?:versions? of )?(?:mathlib|lean)"
    r"|also considered|should you"
    rf"|(?:another|other|equivalent|different)(?: \w+){{0,2}} (?:(?!try|attempt){_VERSION}|possibility|option)"
    r"|(?:recommend|prefer|suggest|stay with|keep|go with)(?: \w+){0,3} (?:first|former|original|above)"
    rf"|less \w+ {_VERSION}"
    r"|(?:(?:more|slightly|even) )?(?:general|stronger|weaker) version|generali[sz]ations?",
    r"另一种|或者|替代|备选|alternativ|variante|autre (?:possibilité|version|façon)|otra (?:opción|versión|forma)|別の",
)
_FOREIGN = _marks(r"lean\s?3(?!.*lean\s?4)|mathlib\s?3|coq|rocq|isabelle(?:/hol)?|agda|hol light|metamath", r"(?!)")
_FAILS = _marks(
    r"(?:is|are|was|were|be|looks|seems)(?: (?!not\b)\w+)? (?:wrong|incorrect|false|invalid|vacuous|ill-typed)"
    r"|too (?:weak|strong)|time[sd]? out"
    r"|(?:is|are|was|were|be) not (?:quite )?(?:right|correct|valid|faithful|what)|fails?|failed"
    r"|(?:does|do|did|would|will|could|can)(?: not|n't) (?:compile|type-?check|work|parse|elaborate|capture|express|say)"
    r"|(?:is|was|are|does|do|did|would|wo)n't (?:compile|type-?check|work|right|correct|valid|capture|express)",
    r"(?!)",
)
_REFERS_BACK = re.compile(
    r"\b(?:i|my|above|previous|earlier|that(?= (?:is|was|does|did|would|will|fails|failed|version)))\b", re.IGNORECASE
)
_REASON = re.compile(r"\W*(?:since|as|because)\b", re.IGNORECASE)
_USUAL = re.compile(r"\b(?:common|typical|frequent|tempting|usual|easy)\b", re.IGNORECASE)
_ILLUSTRATES = _marks(
    r"tests?|sanity|examples?|for instance|illustrat\w*|usage|use it|demonstrat\w*|outline|sketch|skeleton|template"
    r"|signatures?|converse"
    r"|exercise for|related|verify(?:ing)?|special case|concrete instance|see also|notes?(?=\W*$)"
    r"|bonus|side note|remarks?|would (?:look|read|become)",
    r"例如|示例|测试|用法|beispiel|exemple|ejemplo|пример",
)
_ILLUSTRATES_FROM_AFAR = _marks(
    r"for (?:your )?(?:example|instance|comparison|reference)|compare|recall|more generally|why not"
    r"|without [^.]{1,60}(?:is|are|becomes) (?:false|wrong)|(?:false|fails) without",
    r"(?!)",
)
_THING = r"(?:lemma|theorem|definition|def|result|fact|statement)s?"
_LIBRARY = _marks(
    rf"mathlib (?:already )?(?:has|contains|provides|defines|states)|{_THING} (?:\w+ )?(?:in|from|of) mathlib"
    r"|mathlib(?:'s)? (?:source|proof)|(?:stated|defined|proved|declared) in mathlib|source (?:code )?of"
    r"|ha(?:s|ve) (?:the )?(?:type|signature)"
    rf"|(?:(?<!use )(?<!uses )(?<!using )(?<!with )(?<!by )mathlib(?:'s)? {_THING})"
    r"|in mathlib,?(?: [\w.`]+){0,3} (?:is|are|reads|looks)",
    r"(?!)",
)
_ANSWERS = _marks(
    r"answers?|solution|formali[sz]\w*|complete\w*|full\w*|main|the (?:theorem|problem|claim|result|goal)|conclusion"
    r"|outputs?",
    r"答案|完整|形式化|lösung|réponse|respuesta",
)

_PARENTHESIS = re.compile(r"\(([^()]*)\)")
_CLAUSE_END = re.compile(
    r"(?<=[.!?;:。！？；：])\s+|(?<=[。！？；])|\s+[-–—]+\s+|—"
    r"|,?\s+(?=(?:so|here(?:'s| is| are)|let me|therefore|hence|we (?:want|need|must))\b)",
    re.IGNORECASE,
)


def role_of(*texts: str) -> Role:
    """What the first text says that says something: the paragraph before a block, then what it stands under. That it is an
    answer ("the formalization") says less than anything else."""
    roles = [role for text in texts if (role := _role(text.replace("’", "'")))]
    return next((role for role in roles if role != "answer"), roles[0] if roles else "")


def _role(text: str) -> Role:
    clauses = [clause for clause in _CLAUSE_END.split(_PARENTHESIS.sub(" ", text)) if clause.strip(" \t*_#:.,!-")]
    if any(_FINAL.search(inside) and "not" not in inside.lower().split() for inside in _PARENTHESIS.findall(text)):
        return "final"
    returns = returns_to_task(text)
    ends = text.rstrip(" \t*_")[-1:] in (".", "!", "?", "。")
    for number, clause in enumerate(reversed(clauses), 1):
        # A label ("Wrong: it uses ℕ") is of the block, whatever follows it.
        labels = number == len(clauses) and clause.endswith(":") and not _REFERS_BACK.search(clause)
        role, is_settled = _clause(clause, is_nearest=number == 1 or labels, ends=ends, returns=returns)
        if is_settled:
            return role
    for inside in _PARENTHESIS.findall(text):
        role, is_settled = _clause(inside, is_nearest=True, ends=False, returns=returns)
        if role:
            return role
    return ""


def _clause(clause: str, *, is_nearest: bool, ends: bool, returns: bool) -> tuple[Role, bool]:
    """(role, whether no clause farther away counts)."""
    corrects = _CORRECTS.search(clause)
    fails = _FAILS.search(clause) is not None
    if fails and _REASON.match(clause):
        return "corrected", True
    # "Wait, they are integers. Alternative attempt:" announces no alternative.
    asides = [None if returns else _ALTERNATIVE.search(clause), _FOREIGN.search(clause)]
    rejected = _REJECTED.search(clause) or _REJECTS_FROM_ITS_START.match(clause)
    if rejected and _REFERS_BACK.search(clause) and (ends or not is_nearest):
        return "corrected", True
    if is_nearest or _USUAL.search(clause):
        asides.append(rejected)
    answers = _ANSWERS.search(clause)
    library = _LIBRARY.search(clause)
    illustrates = [library, _ILLUSTRATES_FROM_AFAR.search(clause), _ILLUSTRATES.search(clause) if is_nearest else None]
    # "The formalization of the example" is none.
    asides += [mark for mark in illustrates if mark and not (answers and answers.start() < mark.start())]
    first = min((mark.start() for mark in asides if mark), default=len(clause))
    if corrects and corrects.start() <= first:
        return "final" if _FINAL.search(clause) else "corrected", True
    if first < len(clause):
        return "library" if library and library in asides else "aside", True
    if fails:
        # Of what is shown next it is said with a colon; of what was shown it is told.
        told = not is_nearest or ends or _REFERS_BACK.search(clause)
        return "corrected" if told else "aside", True
    return ("answer", True) if answers else ("", False)
