"""Errors that a user can cause; each says in plain words what is wrong."""


def quoted(text: str) -> str:
    """A user's text within a sentence, shortened if it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "…")


class PartakeError(ValueError):
    """The root of all errors a person can cause; its text is one clear sentence."""


class DataError(PartakeError):
    """A board, tile set or edition file does not add up; names the file and the field."""

    def __init__(self, source: str, field: str, reason: str) -> None:
        super().__init__(f"{source}: {field}: {reason}" if field else f"{source}: {reason}")
        self.source, self.field, self.reason = source, field, reason


class OptionError(PartakeError):
    """An option or a combination of options that the rules do not allow."""


class NotationError(PartakeError):
    """Text that is not a tile, an action or a board."""


class IllegalActionError(PartakeError):
    """An action that the rules do not allow now."""


class RecordError(PartakeError):
    """A record that cannot be read or does not verify; says where."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where, self.reason = where, reason
