"""Blocks of a reply that may hold Lean: fenced ones, and stretches of lines that read as Lean."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pytest_faithform.lean.layout import CLOSERS
from pytest_faithform.lean.vocabulary import TACTICS, words

__all__ = [
    "Block",
    "bare_blocks",
    "fenced_blocks",
    "has_declaration",
    "has_theorem",
    "introduction",
    "looks_like_lean",
    "with_what_is_said",
]

_MODIFIER = (
    r"(?:(?:private|protected|noncomputable|unsafe|partial|nonrec|local|scoped|(?>open[^\n]{1,200}?[ ]in)"
    r"|(?>set_option[ ][^\n]{1,200}?[ ]in)|@\[[^\]\n]{0,200}\])[ \t]{1,8})"
)
_NAME = r"(?:[A-Za-z_\u00c0-\uffff\U00010000-\U0010ffff«][^\s(\[{:⦃,;]*+)"
_AFTER_NAME = r"(?=[ \t]*(?:[(\[{⦃:|]|where\b|extends\b|$|(?>(?:[a-zα-ω]\w{0,3}[ \t]++){1,8})[:({\[]))"
_THEOREM = re.compile(rf"^[ \t]*{_MODIFIER}{{0,4}}(?:theorem|lemma)[ \t]++{_NAME}{_AFTER_NAME}", re.MULTILINE)
_DECLARATION = re.compile(
    rf"^[ \t]*{_MODIFIER}{{0,4}}(?:"
    rf"(?:theorem|lemma|def|abbrev|axiom|structure|inductive|class|opaque)[ \t]++{_NAME}{_AFTER_NAME}"
    r"|example(?:[ \t]*+(?:[(\[{⦃]|$)|[ \t]++:|:(?=[^\n]*:=))|instance[ \t]*+(?:[(\[{⦃:]|\S{1,80}[ \t]*:))",
    re.MULTILINE,
)
_HEADER = re.compile(
    r"[ \t]*(?:import[ \t]++[A-Z][\w.]*+[ \t]*$|open[ \t]++(?:scoped[ \t]++)?[A-Z«][\w.' ()]*+(?:in[ \t]*+)?$"
    r"|set_option[ \t]++[\w.]++[ \t]|namespace[ \t]++[A-Z_a-z«][\w.']*+[ \t]*$|(?:noncomputable[ \t]++)?section\b"
    r"[ \t]*\w*[ \t]*$"
    r"|end\b[ \t]*[\w.']*+[ \t]*$|variable[ \t]*+[({\[⦃]|universe[ \t]++\w|mutual[ \t]*$|attribute[ \t]*\["
    r"|local[ \t]++(?:notation|infix|instance)|notation[ \t]|macro(?:_rules)?[ \t]|#(?:eval|check|print|reduce|guard)\b"
    r"|@\[|/-|--|include[ \t]|omit[ \t])"
)


def has_theorem(text: str) -> bool:
    """Whether a line of `text` begins a theorem or lemma."""
    return _THEOREM.search(text) is not None


def has_declaration(text: str) -> bool:
    """Whether a line of `text` begins a declaration."""
    return _DECLARATION.search(text) is not None


def looks_like_lean(text: str) -> bool:
    """Whether the first line that is not blank is a Lean command."""
    first = text.lstrip().split("\n", 1)[0]
    return _begins(first)


@dataclass(frozen=True)
class Block:
    """A stretch of a reply: its lines [first, last), the fences of a fenced block included. `language` is the word
    behind a fence, in lower case; `intro` the paragraph right before it; `headings` what it stands under, the nearest
    first; `since` all that is said since the block before it, no more than the end of much."""

    text: str
    language: str
    strategy: str
    first: int
    last: int
    intro: str = ""
    headings: tuple[str, ...] = ()
    since: str = ""

    @property
    def may_be_lean(self) -> bool:
        """Not marked as something else."""
        return self.language.startswith("lean") or self.language in ("", "text", "txt", "plaintext", "code", "tactics")


def fenced_blocks(text: str) -> list[Block]:
    """Fenced blocks in order; the last may have been cut off. A fence inside a Lean comment closes nothing, and of a
    document that was fenced as a whole the blocks in it count."""
    blocks: list[Block] = []
    for block in _outer_blocks(text):
        inner = _outer_blocks(block.text) if block.language in _DOCUMENTS else []
        if any(one.language.startswith("lean") for one in inner):
            at = block.first + 1
            blocks += [replace(one, first=one.first + at, last=one.last + at) for one in inner]
        else:
            blocks.append(block)
    return blocks


_DOCUMENTS = words("markdown md text txt plaintext") | {""}


def _outer_blocks(text: str) -> list[Block]:
    blocks: list[Block] = []
    lines = text.split("\n")
    last_comment_end = max((number for number, line in enumerate(lines) if "-/" in line), default=-1)
    fence, language, content, depth, first = "", "", list[str](), 0, 0
    said, intro, indent = _Said(), "", ""
    for number, line in enumerate(lines):
        if not fence:
            opening = _opening(line)
            if opening is None:
                said.add(line)
                continue
            fence, language, rest = opening
            content, depth, first = [], 0, number
            before = line[: line.find(fence)]
            said.add(before)
            intro, indent = said.take(), before
            inner = rest.find(fence)
            if inner >= 0:
                blocks.append(Block(rest[:inner], language, "fence", number, number + 1, intro, said.headings()))
                fence = ""
            elif _begins(rest):
                content.append(rest)
            else:
                intro = f"{intro} {rest[:_LONGEST_INTRO]}".strip()
            continue
        stripped = line.strip()
        in_comment = depth > 0 and number <= last_comment_end
        if not in_comment and _closes(stripped, fence):
            before = line[: line.find(fence[:3])]
            if before.strip():
                content.append(before)
            blocks.append(
                Block(_outdented(content, indent), language, "fence", first, number + 1, intro, said.headings())
            )
            intro, reopened = "", _opening(line)
            fence = ""
            if reopened is not None and reopened[1]:
                fence, language, content, depth, first = reopened[0], reopened[1], [], 0, number
            continue
        content.append(line)
        depth = _comment_depth(line, depth)
    if fence:
        text = _outdented(content, indent)
        blocks.append(Block(text, language, "unclosed-fence", first, len(lines), intro, said.headings()))
    return [replace(block, intro=block.intro + _rest_of_sentence(lines, block)) for block in blocks]


_LONGEST_INTRO = 300
_LONGEST_TALK = 1200


def _rest_of_sentence(lines: list[str], block: Block) -> str:
    """Where a sentence goes on behind the block ("A version like … would be wrong."), the rest of it."""
    if not block.intro or block.intro[-1] in ".:!?":
        return ""
    after = next((line.strip() for line in lines[block.last : block.last + 3] if line.strip()), "")
    if not after[:1].islower():
        return ""
    return f" {re.split(r'[.!?](?:[ ]|$)', after[:_LONGEST_INTRO], maxsplit=1)[0]}"


_HEADING = re.compile(r"(?P<marks>#{1,6})[ \t]|(?:\*\*|__)[^*_]+(?:\*\*|__)[ \t]*:?$|<h(?P<level>[1-6])\b")
_LOWEST = 7
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_ITEM = re.compile(r"[-*+][ \t]|\d{1,3}[.)][ \t]")


class _Said:
    """What is said before a block: the last paragraph, and the headings above it."""

    def __init__(self) -> None:
        self.above: list[tuple[int, str]] = []
        self.paragraph: list[str] = []
        self.is_over = False

    def add(self, line: str) -> None:
        stripped = line.strip()
        if not stripped:
            self.is_over = True
            return
        if _UNDERLINE.fullmatch(stripped) and len(self.paragraph) == 1 and not self.is_over:
            self.stand_under(1 if stripped[0] == "=" else 2, self.paragraph[0])
            return
        heading = _HEADING.match(stripped)
        is_heading = heading is not None
        if heading:
            level = len(heading["marks"] or "") or int(heading["level"] or _LOWEST)
            self.stand_under(level, stripped)
        if self.is_over or is_heading or _ITEM.match(stripped):
            self.paragraph.clear()
        self.paragraph.append(stripped)
        self.is_over = is_heading

    def stand_under(self, level: int, heading: str) -> None:
        while self.above and self.above[-1][0] >= level:
            self.above.pop()
        self.above.append((level, heading[:_LONGEST_INTRO]))

    def headings(self) -> tuple[str, ...]:
        return tuple(heading for _, heading in reversed(self.above))

    def take(self) -> str:
        """The paragraph; what follows is said of the next block."""
        paragraph = " ".join(self.paragraph)
        self.paragraph.clear()
        return paragraph[-_LONGEST_INTRO:]


def introduction(text: str) -> str:
    """The last paragraph of `text`, behind the last fence in it."""
    said = _Said()
    for line in text.split("\n"):
        said.add(line)
        if _opening(line) is not None:
            said.take()
    return said.take()


def with_what_is_said(text: str, blocks: list[Block]) -> list[Block]:
    """The blocks of `text`, each with all that is said since the one before it."""
    lines = text.split("\n")
    before = [0, *(block.last for block in blocks)]
    return [
        replace(block, since="\n".join(lines[last : block.first])[-_LONGEST_TALK:])
        for last, block in zip(before, blocks, strict=False)
    ]


_NO_TEXT = " \t>*+-.)0123456789"


def _outdented(content: list[str], before: str) -> str:
    """Lines of a fence, which stood behind `before` on its line, without the indentation that they owe to the fence's own
    place in a list: the same from each, for Lean reads columns."""
    margins = [line[: len(line) - len(line.lstrip())] for line in content if line.strip()]
    owed = min(margins, key=len, default="")[: 0 if before.strip(_NO_TEXT) else len(before)]
    if not all(margin.startswith(owed) for margin in margins):
        owed = ""
    return "\n".join(line.removeprefix(owed) for line in content)


_OPENING = re.compile(r"(`{3,}|~{3,})[ \t]*([A-Za-z][\w+#-]*+(?:[ \t]?4(?=[ \t]|$))?)?[ \t]*")


def _opening(line: str) -> tuple[str, str, str] | None:
    """(fence, language, what follows on the line) if the line opens a block. Behind other text on its line a fence
    needs Lean's name: three backticks in a sentence are no fence."""
    found = _OPENING.search(line)
    if found is None:
        return None
    fence, word = found.group(1), found.group(2) or ""
    language = word.lower()
    rest = line[found.end() :]
    if line[: found.start()].strip(" \t>*-") and not language.startswith("lean"):
        return None
    if language in _COMMAND_WORDS:
        # A fence without a language, followed by code on the same line.
        return fence, "", word + " " + rest
    return fence, language, rest


_COMMAND_WORDS = words("theorem lemma example def import open abbrev axiom")


def _closes(stripped: str, fence: str) -> bool:
    """Whether a line ends the block: the fence alone, the fence with text behind it (a new block's language, or prose),
    or backticks at the end of the last line of code."""
    mark = fence[0] * 3
    if stripped.startswith(mark):
        return len(stripped) - len(stripped.lstrip(fence[0])) >= len(fence)
    return fence[0] == "`" and stripped.endswith(mark) and "--" not in stripped


_COMMENT_MARK = re.compile(r"/-|-/|--[^\n]*")


def _comment_depth(line: str, depth: int) -> int:
    for mark in _COMMENT_MARK.finditer(line):
        if mark.group() == "/-":
            depth += 1
        elif mark.group() == "-/":
            depth = max(0, depth - 1)
        elif depth == 0:
            return 0
        elif "-/" in mark.group():
            depth = max(0, depth - 1)
    return depth


# -- code without a fence ----------------------------------------------------------------------------------------------

_WORD = re.compile(r"[A-Za-z_][\w'!?]*")
_CONTINUES_AT_MARGIN = words("by from where deriving termination_by decreasing_by then else with end fun calc in")
_OPEN_END = re.compile(r"(?:\bby|:=|=>|↦|[,(\[{⟨:=<>≤≥∧∨→↔+*/-]|\bfrom|\bdo|\bthen|\belse)[ \t]*$")


def bare_blocks(text: str) -> list[Block]:
    """Stretches of lines from one that begins like Lean up to the first at the same margin that does not."""
    blocks: list[Block] = []
    content: list[str] = []
    reader, said = _Reader(), _Said()
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if reader.takes(line):
            content.append(line)
            continue
        if content:
            first = number - len(content)
            blocks.append(Block("\n".join(content), "", "bare", first, number, said.take(), said.headings()))
            content = []
        said.add(line)
    if content:
        first = len(lines) - len(content)
        blocks.append(Block("\n".join(content), "", "bare", first, len(lines), said.take(), said.headings()))
    return blocks


class _Reader:
    """Decides line by line whether bare code goes on."""

    def __init__(self) -> None:
        self.inside = False
        self.margin = 0
        self.comment = 0
        self.tactics_at_margin = False
        self.open_end = False

    def takes(self, line: str) -> bool:
        stripped = line.strip()
        if not self.inside:
            if not _begins(line):
                return False
            self.inside, self.margin, self.comment = True, len(line) - len(line.lstrip()), 0
        elif stripped and self.comment == 0 and not self.goes_on(line, stripped):
            self.inside = False
            return False
        if stripped:
            was_comment = self.comment > 0
            self.comment = _comment_depth(line, self.comment)
            if not was_comment and not stripped.startswith(("--", "/-")):
                code = stripped.split("--", 1)[0]
                self.open_end = _OPEN_END.search(code[-40:]) is not None
                word = _WORD.match(stripped)
                at_margin = len(line) - len(line.lstrip()) <= self.margin
                goes = at_margin and self.tactics_at_margin and word is not None and word.group() in TACTICS
                self.tactics_at_margin = goes or code.rstrip().endswith((" by", "\tby", ":=")) or code.strip() == "by"
        return True

    def goes_on(self, line: str, stripped: str) -> bool:
        if stripped.startswith(("```", "~~~", "</", "<|")):
            return False
        if len(line) - len(line.lstrip()) > self.margin:
            return True
        if _begins(line):
            return True
        word = _WORD.match(stripped)
        if word is None:
            return stripped[0] in CLOSERS or stripped[0] in "|·⟨(:" or (self.open_end and not _is_prose(stripped))
        if word.group() in TACTICS:
            return self.tactics_at_margin and not _is_prose(stripped)
        if word.group() in _CONTINUES_AT_MARGIN:
            return not _is_prose(stripped)
        return self.open_end and not _is_prose(stripped)


# Words of sentences that are neither Lean keywords nor everyday names in Lean.
_SENTENCE_WORDS = words(
    """the is are was we you that these those of to and it its as be an because which here there our my me can will
    should would also so thus therefore hence uses used proof statement above below note"""
)
_MARKDOWN = re.compile(r"\*\*|#{1,6} |\d+[.)] |[-*] [A-Z`*]|> ")


def _is_prose(stripped: str) -> bool:
    """Markdown's marks, or a sentence: two of the words that hold English sentences together, or a final full stop."""
    if _MARKDOWN.match(stripped):
        return True
    words = stripped[:200].lower().replace(",", " ").split()
    return sum(word in _SENTENCE_WORDS for word in words) >= 2 or (len(words) > 2 and stripped[-1] in ".?!")


def _begins(line: str) -> bool:
    return _DECLARATION.match(line) is not None or _HEADER.match(line) is not None
