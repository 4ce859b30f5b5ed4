"""Enumerations of text, whose members print and compare as their text."""

import enum


class Text(str, enum.Enum):
    """A member is its text: f"{OP.SUM}" is "sum"."""

    __str__ = str.__str__
    __format__ = str.__format__  # type: ignore[assignment]
