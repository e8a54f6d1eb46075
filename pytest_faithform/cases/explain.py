"""Validation errors in plain words: which field, what was found, what is allowed, how to mend it.

Used wherever people write the data: case files, recordings, the sources of the starter cases.
"""

from __future__ import annotations

import difflib
import json
import re
import reprlib
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

__all__ = ["Complaint", "explain", "shown"]

_NAMES = {
    dict: "an object",
    list: "a list",
    tuple: "a list",
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
}
_WANTED = {
    "string_type": "a text",
    "string_unicode": "a text without lone surrogates (\\ud800–\\udfff), which are no characters",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number of reasonable size",
    "float_type": "a number",
    "bool_type": "true or false",
    "none_required": "null",
    "tuple_type": "a list [...]",
    "list_type": "a list [...]",
    "dict_type": "an object {...}",
    "model_type": "an object {...}",
    "model_attributes_type": "an object {...}",
    "finite_number": "a finite number",
}
_SLUG_HINT = "lower-case letters, digits and single '.', '_' or '-' between them, like heads-and-legs-number_edit-proof"


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing wrong. `field` is a path such as `perturbation.span.start`, "" for the object as a whole."""

    field: str
    text: str

    def __str__(self) -> str:
        return f"field '{self.field}': {self.text}" if self.field else self.text


def explain(error: ValidationError, model: type[BaseModel]) -> list[Complaint]:
    """The complaints of a validation error of `model`, in pydantic's order, none of them in pydantic's words."""
    return [_complaint(dict(detail), model) for detail in error.errors(include_url=False)]


def shown(value: Any, limit: int = 60) -> str:
    """`value` as it would stand in the file, cut to `limit` characters."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        # Cuts what is nested too deeply for any other writer.
        text = reprlib.repr(value)
    text = "".join(char if char.isprintable() else "�" for char in text[: limit + 1])
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _complaint(detail: Mapping[str, Any], model: type[BaseModel]) -> Complaint:
    path, owner = _follow(model, tuple(detail["loc"]))
    text = _text(detail, path, owner)
    if detail["type"] in ("union_tag_invalid", "union_tag_not_found"):
        tag = str((detail.get("ctx") or {}).get("discriminator", "kind")).strip("'")
        return Complaint(f"{path}.{tag}" if path else tag, text)
    if detail["type"] == "value_error":
        named = _named_field(text, _model_in(owner))
        return Complaint(".".join(part for part in (path, named) if part), text)
    return Complaint(path, text)


def _named_field(text: str, owner: Any) -> str:
    """The first field of `owner` that a validator's own message names, with what follows it after points."""
    for word in re.findall(r"[a-z_]+(?:\.[a-z_]+)*", text):
        if owner is not None and word.partition(".")[0] in owner.model_fields:
            return str(word)
    return ""


def _text(detail: Mapping[str, Any], path: str, owner: Any) -> str:
    kind, found, context = detail["type"], detail.get("input"), detail.get("ctx") or {}
    name = path.rsplit(".", 1)[-1]
    if kind == "missing":
        return f"is missing; add it{_choices(owner)}"
    if kind == "extra_forbidden":
        return _unknown_field(name, owner)
    if kind == "literal_error":
        return f"found {shown(found)}; allowed: {_plain(str(context.get('expected', '')))}"
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return _tag(found, context, owner)
    if kind == "value_error":
        return str(context.get("error", detail["msg"]))
    return f"found {_found(found)}; {_bound(kind, context) or _wanted(kind, detail, found)}"


def _found(value: Any) -> str:
    name = _NAMES.get(type(value))
    return "null" if value is None else f"{shown(value)} ({name})" if name else shown(value)


def _wanted(kind: str, detail: Mapping[str, Any], found: Any) -> str:
    wanted = _WANTED.get(kind)
    if wanted is None:
        return f"not allowed here: {detail['msg']}"
    if wanted == "a text" and isinstance(found, int | float) and not isinstance(found, bool):
        return f'allowed: {wanted}; put it in quotes: "{shown(found)}"'
    if wanted == "a whole number" and isinstance(found, str) and found.strip().lstrip("-").isdigit():
        return f"allowed: {wanted}; write it without quotes"
    return f"allowed: {wanted}"


def _bound(kind: str, context: Mapping[str, Any]) -> str | None:
    bounds = {
        "string_too_short": "allowed: a text that is not empty",
        "string_too_long": f"allowed: at most {context.get('max_length')} characters",
        "string_pattern_mismatch": f"allowed: {_SLUG_HINT}",
        "too_short": f"allowed: at least {context.get('min_length')} entries, there are {context.get('actual_length')}",
        "too_long": f"allowed: at most {context.get('max_length')} entries, there are {context.get('actual_length')}",
        "missing_argument": "an entry is missing",
        "greater_than_equal": f"allowed: {context.get('ge')} or more",
        "greater_than": f"allowed: more than {context.get('gt')}",
        "less_than_equal": f"allowed: {context.get('le')} or less",
        "less_than": f"allowed: less than {context.get('lt')}",
    }
    return bounds.get(kind)


def _tag(found: Any, context: Mapping[str, Any], owner: Any) -> str:
    name = str(context.get("discriminator", "kind")).strip("'")
    models = [part for part in _parts(owner) if _is_model(part)]
    tags = [tag for part in models for tag in get_args(part.model_fields[name].annotation)]
    allowed = ", ".join(map(repr, tags))
    if isinstance(found, Mapping) and name in found:
        return f"found {shown(found[name])}; allowed: {allowed}"
    return f"is missing; add it, it says what the object is; allowed: {allowed}"


def _plain(expected: str) -> str:
    return expected.replace(" or ", ", ")


def _unknown_field(name: str, owner: Any) -> str:
    fields = list(owner.model_fields) if _is_model(owner) else []
    near = difflib.get_close_matches(name, fields, n=1)
    mend = f"; did you mean '{near[0]}'?" if near else "; remove it"
    return f"is not a field here{mend} (fields: {', '.join(fields)})" if fields else f"is not a field here{mend}"


def _choices(owner: Any) -> str:
    if get_origin(owner) is Literal:
        return f" (allowed: {', '.join(map(repr, get_args(owner)))})"
    return ""


def _is_model(owner: Any) -> bool:
    return isinstance(owner, type) and issubclass(owner, BaseModel)


def _follow(model: type[BaseModel], loc: tuple[int | str, ...]) -> tuple[str, Any]:
    """The path of `loc` as people write it, and what stands there: the annotation of a known field, or the model that
    does not know it. Pydantic puts the tag of a union's member into its locations; a file has no such level."""
    path = ""
    here: Any = model
    for part in loc:
        if isinstance(part, int):
            path += f"[{part}]"
            here = _item(here)
            continue
        member = _member(here, part)
        if member is not None:
            here = member
            continue
        owner = _model_in(here)
        path += f".{part}" if path else part
        if owner is None or part not in owner.model_fields:
            return path, owner
        here = owner.model_fields[part].annotation
    return path, here


def _parts(annotation: Any) -> Iterator[Any]:
    """The members of unions and annotations, down to what is neither."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _parts(get_args(annotation)[0])
    elif origin in (Union, types.UnionType):
        for part in get_args(annotation):
            yield from _parts(part)
    else:
        yield annotation


def _member(annotation: Any, tag: str) -> Any:
    """The member of a discriminated union that `tag` selects, None if there is no such union or member."""
    models = [part for part in _parts(annotation) if _is_model(part)]
    if len(models) < 2:
        return None
    for part in models:
        field = part.model_fields.get("kind")
        if field is not None and tag in get_args(field.annotation):
            return part
    return None


def _model_in(annotation: Any) -> Any:
    return next((part for part in _parts(annotation) if _is_model(part)), None)


def _item(annotation: Any) -> Any:
    for part in _parts(annotation):
        if get_origin(part) in (list, tuple):
            return get_args(part)[0]
    return Any
