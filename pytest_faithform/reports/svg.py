"""The lines of a figure as SVG that takes the width it is given. Numbers only: no text of a run comes in here."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from pytest_faithform.reports.figures import Figure, Line

__all__ = ["drawn"]

#: The axis runs from 0 to 100; what is drawn at its ends reaches over them.
_MARGIN = 2
_BOX = f"{-_MARGIN} 0 {100 + 2 * _MARGIN} 20"


def drawn(figure: Figure, line: Line) -> Markup:
    """One line of a figure. Marks keep their width and dots their shape however the drawing is stretched."""
    shapes = [f'<line class="grid" x1="{x}" x2="{x}" y1="0" y2="20"/>' for x in (0, 25, 50, 75, 100)]
    if figure.differences:
        shapes[2] = shapes[2].replace("grid", "grid zero")
    shapes += _stack(figure, line) if line.parts else _interval(figure, line)
    return Markup(
        f'<svg viewBox="{_BOX}" preserveAspectRatio="none" aria-hidden="true" focusable="false">{"".join(shapes)}</svg>'
    )


def _interval(figure: Figure, line: Line) -> Iterator[str]:
    if line.value is None:
        return
    series = f" {line.series}" if line.series in ("statement", "proof") else ""
    x = _x(figure, line.value)
    start = _x(figure, 0)
    yield f'<rect class="bar{series}" x="{min(start, x):.2f}" width="{abs(x - start):.2f}" y="4" height="12"/>'
    yield from _ends(figure, line.low, line.high, series)
    yield f'<path class="dot{series}" d="M{x:.2f} 10h.001"/>'


def _stack(figure: Figure, line: Line) -> Iterator[str]:
    start = 0.0
    for part in line.parts:
        x, end = _x(figure, start), _x(figure, part.end)
        yield f'<rect class="part {part.name}" x="{x:.2f}" width="{max(0.0, end - x):.2f}" y="3" height="14"/>'
        start = part.end
    for part in line.parts:
        yield from _ends(figure, part.low, part.high, " on")


def _ends(figure: Figure, low: float | None, high: float | None, series: str) -> Iterator[str]:
    if low is None or high is None:
        return
    first, last = _x(figure, low), _x(figure, high)
    yield f'<path class="whisker{series}" d="M{first:.2f} 10H{last:.2f}M{first:.2f} 6V14M{last:.2f} 6V14"/>'


def _x(figure: Figure, value: float) -> float:
    share = (value / figure.reach + 1) / 2 if figure.differences else value
    return 100 * min(1.0, max(0.0, share))
