"""What a reply says, before a block, of its relation to the answer that it has given already.

After a complete answer most of what follows is beside it, in as many words as there are: a corollary, another domain, why a
hypothesis is needed. What takes its place is said to, in few. Never raises; linear time.
"""

from __future__ import annotations

import re

__all__ = [
    "applies",
    "calls_answer",
    "chosen",
    "is_beside",
    "is_draft",
    "leads_on",
    "names_answer",
    "returns_to_task",
    "takes_back",
]

_TASK = r"(?:problem|task|question|exercise|instructions?|prompt|(?:original|informal|given) statement)"
_TAKES_BACK_FROM_AFAR = re.compile(
    r"(?:^|[.!?:;\n*>-])\s*(?:but )?(?:wait|hold on|hmm+|oops|sorry|i apolog\w+|on (?:reflection|second thought)"
    r"|(?:no|nein|non)(?=[.,:!])|i (?:made|missed|forgot|misread|misunderstood|overlooked))\b"
    r"|\b(?:do(?:es)?|did|will|would)(?:n't| not) (?:compile|type-?check|parse)\b"
    r"|等等|等一下|不对|moment mal|\bwarte\b|attendez|подожд|待って",
    re.IGNORECASE,
)
_RETURNS = re.compile(
    r"\b(?:i (?:now |just )?(?:reali[sz]e|notice)d?|more faithful\w*|to (?:be|stay|remain) faithful"
    rf"|(?:to|that|which) (?:better )?match(?:es)? the {_TASK}|as the {_TASK}"
    rf"|{_TASK} (?:\w+ )?(?:says?|states?|asks?|speaks?|requires?|wants?|demands?|is about|counts?|needs?))\b",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"\b(?:actually|one (?:issue|problem)|i should have|let(?: me| us|'s) (?!also\b|add\b|show\b|note\b|explain\b|give\b)\w+"
    r"|(?:another|second|third|new|next) (?:attempt|try)|try again|right types?|closer (?:inspection|look)"
    r"|errors?|failing|bugs?|deprecated|avoids?|re-?reading|strictly speaking|should be|rather than|instead"
    rf"|(?:however|but|since|because|as|thus|to|from|in)\b[^.!?]{{0,60}}\b{_TASK}"
    r"|(?:however|but)\b[^.!?]{0,80}\b(?:need|must|have to|should)|needed here"
    r"|(?:does|do|did|is|was|would|will)(?:n't| not) (?:work|match|faithful|correct|right|what))\b"
    r"|应改为|应该是|题目(?:中|要求|说)|in wirklichkeit|die aufgabe|en réalité|l'énoncé|el enunciado|должн|в задаче"
    r"|問題では",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\b(?:generali[sz]\w+|more general(?:ly)?|in general|extends?|extensions?|analog\w*|similarly|likewise"
    r"|(?:stronger|weaker) (?:than|statement|version|result|form)"
    r"|(?:result|theorem|statement|same|proof|conclusion|claim)(?: \w+){0,3} (?:hold|work|go)(?:s|es)?\b"
    r"|(?:also|even|still|just as well) (?:hold|work|true|valid|state|be)s?"
    r"|the same|prove more|hold(?:s|ing)? (?:in|for|over)"
    r"|wasn't asked|not (?:needed|asked|required|used|necessary)"
    r"|for completeness|(?:too|as well)(?=\W*$)|aside|follow-up|in case|going further"
    r"|corollar\w*|(?:special|integer) case|had the|if (?:instead|the \w+ (?:were|was))"
    r"|(?:one|you) (?:can|could|might|may)(?: \w+)? (?:take|use|write|work|consider)"
    r"|would (?:have|be|write)"
    r"|(?:is|are) (?:\w+ )?(?:needed(?! here)|necessary|essential|sharp)|cannot be dropped|can't be dropped|necessary\?"
    r"|without (?:it|this|the)|counter-?examples?|vacu\w+)\b"
    r"|\bwithout `|同样|也成立|dasselbe|ebenso|même résultat|lo mismo|то же|同様",
    re.IGNORECASE,
)
_DRAFT = re.compile(
    r"\b(?:drafts?|attempts?|tries|try|sketch|naive\w*|tempt\w+|candidates?|first (?:version|idea|formali[sz]ation)"
    r"|(?:version|option|approach|idea)s? ?#?(?:\d|one|[a-c]\b))\b|草稿|entwurf|ébauche|borrador|набросок",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"\b(?:steps?|helpers?|auxiliary|lemmas?|plan|preliminar\w+|warm-?up|first|initial\w*|one (?:might|could|may))\b"
    r"|引理|第一步",
    re.IGNORECASE,
)
_ANSWERS = re.compile(
    rf"\b(?:answers?|solution|formali[sz](?:ations?|ed)|complete(?!ness)\w*|full\w*|main|the {_TASK}|output|final\w*"
    r"|conclu\w+|goal|desired|required|demanded|asked|requested|submi\w+"
    r"|(?:put\w*|all|bring\w*)(?: \w+)? together|combin\w+)\b"
    r"|答案|完整|形式化|lösung|réponse|respuesta|решение|ответ",
    re.IGNORECASE,
)
_LEADS_ON = re.compile(
    r"\b(?:hence|thus|therefore|from (?:this|it|these|which)|using (?:this|it|these)|follows|now (?:the|we|for)"
    r"|(?:then|(?:the|our) (?:claim|theorem|statement|result))(?=\W*$))\b|using `",
    re.IGNORECASE,
)
_NAMES_ANSWER = re.compile(
    r"(?<!of )\b(?:the|our|my|a|an)\s(?:main|final|desired|required|complete|full|whole)(?: [\w`]+){1,3}\W*$",
    re.IGNORECASE,
)
_BLOCK = r"(?:block|version|option|form|formulation|formali[sz]ation|statement|one|theorem|snippet|listing|code)"
_WHICH = rf"(?:(first|second|third|last) {_BLOCK}|({_BLOCK} (?:\d|[a-c])))"
_CHOICE = re.compile(
    rf"\b{_WHICH}(?: above)? (?:is|remains|should be (?:taken|read) as)"
    r" (?:the(?: \w+)? answer|my(?: \w+)? (?:answer|formali[sz]ation))\b"
    r"(?! (?:to|for|of) (?:part|question|the (?:first|second)))"
    rf"|\bi(?:'ll| will| have|'ve)? (?:kept|keep|chose|choose|submit|go with|went with|recommend) (?:the )?{_WHICH}\b",
    re.IGNORECASE,
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "last": -1}
_APPLIES = re.compile(
    r"\b(?:corollar\w*|consequences?|usage|appl(?:y|ies|ied|ying|ication)\w*|use (?:the|this|it)|can be used|immediate\w*"
    r"|speciali[sz]\w*|instantiat\w*|in particular)\b|推论|folgerung|corollaire|corolario|следствие",
    re.IGNORECASE,
)


_SENTENCE_END = re.compile(r"[.!?;。！？；]\s*(?=\S)")


def returns_to_task(said: str) -> bool:
    """Whether it begins anew, or names what was asked for as the reason for what follows."""
    said = said.replace("’", "'")
    if _TAKES_BACK_FROM_AFAR.search(said):
        return True
    return _RETURNS.search(said) is not None and not is_beside(_SENTENCE_END.split(said)[-1])


def takes_back(said: str, since: str = "") -> bool:
    """Whether it, or plainly what was said since the answer, finds fault with what stands before, or returns to what was
    asked for."""
    said = said.replace("’", "'")
    if _RETURNS.search(said) or _TAKES_BACK.search(said):
        return True
    return _TAKES_BACK_FROM_AFAR.search(f"{said}\n{since}".replace("’", "'")) is not None


def is_beside(said: str) -> bool:
    """Whether it speaks of another generality, or of why the answer is as it is."""
    return _BESIDE.search(said.replace("’", "'")) is not None


def is_draft(said: str) -> bool:
    """Whether it calls what follows an attempt, or a step and not the answer."""
    return _DRAFT.search(said) is not None or (_STEP.search(said) is not None and not calls_answer(said))


def calls_answer(said: str) -> bool:
    """Whether it calls what follows what was asked for."""
    return _ANSWERS.search(said) is not None


def leads_on(said: str) -> bool:
    """Whether what follows is derived from what stands before, or is the claim itself."""
    return _LEADS_ON.search(said) is not None


def names_answer(said: str) -> bool:
    """Whether it ends with the name of what was asked for, and speaks of no other version of that."""
    return _NAMES_ANSWER.search(said) is not None


def chosen(afterwards: str) -> tuple[str, int] | None:
    """(what it is called, its number) of the block that the reply, behind all of them, says is its answer: the number 1 is
    of the first, -1 of the last."""
    found = _CHOICE.search(afterwards.replace("’", "'"))
    if found is None:
        return None
    which = next(filter(None, found.groups())).lower()
    if which in _ORDINALS:
        return "", _ORDINALS[which]
    number = which.rpartition(" ")[2]
    return which, int(number) if number.isdigit() else ord(number) - ord("a") + 1


def applies(said: str) -> bool:
    """Whether it calls what follows a use of what stands before."""
    return _APPLIES.search(said) is not None
