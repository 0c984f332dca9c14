"""Texts for people, in any language.

A `Text` is a string in English that knows its message and the values in it. It can be compared, logged and
stored like any string, passed on by code that knows no language, and translated when it is shown. Rules,
devices and tables all make their texts this way:

    _("{cell} is taken by {what}", cell="c3", what=_("the tower"))

Messages are literal strings, for they are looked up in the catalogues of `controller/locale`. The result of
`f"..."`, `+` or `join` is a plain string again, and stays English.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Protocol, SupportsIndex

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Catalogue(Protocol):
    """The messages of one language, as `gettext` has them."""

    def pgettext(self, context: str, message: str) -> str: ...

    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...


class Text(str):
    """A text in English that can be said in another language.

    `values` fill the message's braces; those that are texts are translated too. In a message `{what:capital}`
    begins with a capital letter, and `{what:sentence}` ends with a full stop as well. With `plural` the
    value `number` decides. If one English message needs several translations, `context` distinguishes them.
    A message that `is_layout` is the same in all languages.
    """

    __slots__ = ("context", "is_layout", "message", "plural", "values")

    message: str
    plural: str
    context: str
    is_layout: bool
    values: Mapping[str, Any]

    def __new__(
        cls,
        message: str,
        values: Mapping[str, Any] = NOTHING,
        plural: str = "",
        context: str = "",
        is_layout: bool = False,
    ) -> Text:
        template = plural if plural and values["number"] != 1 else message
        self = super().__new__(cls, _filled(template, values))
        self.message, self.plural, self.context = message, plural, context
        self.is_layout, self.values = is_layout, values
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.message, dict(self.values), self.plural, self.context, self.is_layout

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return Text, self.__getnewargs__()

    def with_values(self, **values: Any) -> Text:
        """The text with other values in its message."""
        return Text(self.message, {**self.values, **values}, self.plural, self.context, self.is_layout)


def _(message: str, /, **values: Any) -> Text:
    """A text: an English message, and the values in its braces."""
    return Text(message, values)


def _n(one: str, many: str, number: int, /, **values: Any) -> Text:
    """A text that depends on a number, `{number}` in it: the message for one, and that for any other."""
    return Text(one, {**values, "number": number}, plural=many)


def _c(context: str, message: str, /, **values: Any) -> Text:
    """A text whose message means different things in different places; `context` says which is meant."""
    return Text(message, values, context=context)


def joined(separator: str, parts: Iterable[str]) -> Text:
    """Texts one after the other; one alone is itself. The separator is the same in all languages: a space, or
    a comma."""
    several = tuple(parts)
    if len(several) == 1 and isinstance(several[0], Text):
        return several[0]
    names, message = _joint(separator, len(several))
    return Text(message, dict(zip(names, several, strict=True)), is_layout=True)


@lru_cache(maxsize=256)
def _joint(separator: str, number: int) -> tuple[tuple[str, ...], str]:
    """The names of this many joined parts, and their message."""
    names = tuple(f"part{one}" for one in range(number))
    return names, separator.join(f"{{{name}}}" for name in names)


def listed(parts: Iterable[str]) -> str:
    """Texts in a list: `a, b and c`."""
    *most, last = parts
    return _("{most} and {last}", most=joined(", ", most), last=last) if most else last


def decimal(number: float) -> Text:
    """A number with one decimal, behind the language's own decimal sign."""
    whole, fraction = f"{number:.1f}".replace("-", "\N{MINUS SIGN}").split(".")
    return _c("decimal number", "{whole}.{fraction}", whole=whole, fraction=fraction)


def named(text: str, names: Mapping[str, str]) -> str:
    """The text with names for people in place of what the rules call players (`blue`), wherever such a value
    stands in it."""
    if not isinstance(text, Text):
        return text
    return text.with_values(**{key: _named(value, names) for key, value in text.values.items()})


def _named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Text):
        return named(value, names)
    return names.get(value, value) if isinstance(value, str) else value


def called(text: str, given: Mapping[str, str]) -> str:
    """The text with given names in place of what players are called (`Player 1`), which are texts in it."""
    if not given or not isinstance(text, Text):
        return text
    if str(text) in given:
        return given[str(text)]
    values = {key: called(value, given) for key, value in text.values.items() if isinstance(value, Text)}
    return text.with_values(**values) if values else text


def why(error: Exception) -> str:
    """The text of an error as it was raised, a `Text` if it was one; `str(error)` is plain English."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


def translated(text: str, catalogue: Catalogue) -> str:
    """A text in a catalogue's language. A plain string, such as a cell's name, stays what it is."""
    if not isinstance(text, Text):
        return text
    values = {
        key: translated(value, catalogue) if isinstance(value, Text) else value
        for key, value in text.values.items()
    }
    return _filled(_template(text, catalogue), values)


def _template(text: Text, catalogue: Catalogue) -> str:
    if text.is_layout:
        return text.message
    if text.plural:
        return catalogue.ngettext(text.message, text.plural, text.values["number"])
    if text.context:
        return catalogue.pgettext(text.context, text.message)
    return catalogue.gettext(text.message)


class _Value(str):
    """A value in a message, which knows how sentences begin and end."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec not in ("capital", "sentence"):
            return super().__format__(spec)
        begun = self[:1].upper() + self[1:]
        return begun if spec == "capital" or begun.endswith((".", "!", "?")) else f"{begun}."


def _filled(template: str, values: Mapping[str, Any]) -> str:
    """A message with its values. Braces in the values are only braces."""
    if "{" not in template:
        return template
    if ":" not in template:  # most have no `{what:capital}`, and a view makes a hundred texts
        return template.format_map(values)
    wrapped = {key: _Value(value) if isinstance(value, str) else value for key, value in values.items()}
    return template.format_map(wrapped)
