"""Messages: a sentence with gaps, said in any language."""

from __future__ import annotations

import gettext
import io
import pickle

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from partake.rules.errors import DataError, NotationError, PartakeError, RecordError, system_reason
from partake.rules.languages import Language, language, of_system, preferred, speaking
from partake.rules.messages import Joined, Listed, Message, Plural, Sentence, message_of, said
from partake.rules.names import shown_name

Texts = str | tuple[str, ...]


def made(code: str, *texts: tuple[Texts, Texts], context: str | None = None) -> Language:
    """A language that knows these texts."""
    catalog = Catalog(locale=code)
    for english, other in texts:
        catalog.add(english, other, context=context)
    out = io.BytesIO()
    write_mo(out, catalog)
    out.seek(0)
    return Language(code, gettext.GNUTranslations(out))


def test_english_is_the_text_with_its_gaps_filled() -> None:
    inner = Message("{cell} is taken by {tile}", cell="c3", tile="9-7-8")
    assert str(Message("line {number}: {problem}", number=3, problem=inner)) == "line 3: c3 is taken by 9-7-8"
    assert str(Message("100 % {certain}")) == "100 % {certain}"
    assert said(Message("as it is")) == "as it is"


def test_a_message_in_a_message_and_an_error_in_an_error_are_said_in_one_language() -> None:
    romanian = made(
        "ro",
        ("line {number}: {problem}", "rândul {number}: {problem}"),
        ("there is no cell {cell}", "nu există {cell}"),
    )
    problem = NotationError("there is no cell {cell}", cell="z9")
    outer = NotationError("line {number}: {problem}", number=2, problem=problem)
    assert str(outer) == "line 2: there is no cell z9"
    assert outer.message.said(romanian) == "rândul 2: nu există z9"
    assert RecordError(Message("line {number}", number=1), outer).message.said(romanian).endswith("nu există z9")
    assert str(DataError("a.toml", "size", problem)) == "a.toml: size: there is no cell z9"


@pytest.mark.parametrize(
    ("count", "told"), [(1, "o piesă"), (2, "2 piese"), (19, "19 piese"), (20, "20 de piese"), (101, "101 piese"),
                        (119, "119 piese"), (120, "120 de piese"), (0, "0 piese")],
)  # fmt: skip
def test_romanian_has_three_plurals(count: int, told: str) -> None:
    romanian = made("ro", (("one tile", "{count} tiles"), ("o piesă", "{count} piese", "{count} de piese")))
    assert Plural("one tile", "{count} tiles", count=count).said(romanian) == told


def test_english_has_two_plurals() -> None:
    assert [str(Plural("one tile", "{count} tiles", count=n)) for n in (0, 1, 2)] == ["0 tiles", "one tile", "2 tiles"]


@pytest.mark.parametrize(
    ("code", "told"),
    [("en", "1,234,567 and -0.5"), ("fr", "1\u202f234\u202f567 and −0,5"), ("de", "1.234.567 and −0,5"),
     ("ro", "1.234.567 and −0,5")],
)  # fmt: skip
def test_numbers_have_the_marks_of_the_language(code: str, told: str) -> None:
    with speaking(code):
        assert said(Message("{many:,} and {few:.1f}", many=1_234_567, few=-0.5)) == told


def test_texts_in_gaps_keep_their_marks() -> None:
    with speaking("de"):
        assert said(Message("{tile}: {text}", tile="9-7-8", text="1.5")) == "9-7-8: 1.5"


def test_lists_end_with_a_word_of_the_language() -> None:
    french = made("fr", ("{some} and {last}", "{some} et {last}"), ("{some} or {last}", "{some} ou {last}"))
    assert str(Listed(["Ann", "Bob", "Cleo"])) == "Ann, Bob and Cleo"
    assert Listed(["Ann", "Bob", "Cleo"]).said(french) == "Ann, Bob et Cleo"
    assert Listed(["a1", "b2"], choice=True).said(french) == "a1 ou b2"
    assert (str(Listed([])), str(Listed(["Ann"]))) == ("", "Ann")


def test_clauses_make_a_sentence() -> None:
    french = made("fr", ("it breaks {line}", "il casse {line}"))
    clauses = [Message("it breaks {line}", line="a1–a3"), Message("{rest}", rest="b")]
    assert str(Sentence(clauses)) == "It breaks a1–a3; b."
    assert Sentence(clauses).said(french) == "Il casse a1–a3; b."
    assert str(Joined(clauses)) == "it breaks a1–a3, b"


@pytest.mark.parametrize(
    "thing",
    [
        Message("{a} and {b}", a=Message("one {n}", n=1), b=Listed(["x", Message("y")])),
        Plural("one tile", "{count} tiles", count=5),
        Message.keyed("phase", "score", {}),
        Sentence([Message("it ends"), "so"]),
        Joined(["a", "b"], "; "),
    ],
)
def test_messages_survive_the_way_to_another_process(thing: object) -> None:
    again = pickle.loads(pickle.dumps(thing))
    assert (again, str(again), hash(again)) == (thing, str(thing), hash(thing))


def test_errors_survive_the_way_to_another_process() -> None:
    inner = NotationError("there is no cell {cell}", cell="z9")
    for error in (RecordError(Message("move {number}", number=4), inner), DataError("a.toml", "size", inner), inner):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.message) == (type(error), str(error), error.message)


def test_the_same_english_may_be_two_things() -> None:
    french = made("fr", ("score", "manche des points"), context="phase")
    assert Message.keyed("phase", "score", {}).said(french) == "manche des points"
    assert Message("score").said(french) == "score"


def test_a_text_without_words_is_not_the_catalogue_s_header() -> None:
    with speaking("fr"):
        assert said(message_of("")) == ""


def test_an_unknown_text_is_said_in_english() -> None:
    with speaking("ro"):
        assert said(PartakeError("no catalogue has this sentence")) == "no catalogue has this sentence"


def test_names_that_people_gave_stay_as_they_are() -> None:
    german = made(
        "de", ("Player {number}", "Mitspieler {number}"), ("Casual bot", "Bot Gelegenheit"),
        ("Casual bot {number}", "Bot Gelegenheit {number}"), ("Random bot", "Bot Zufall"), ("Ann", "Anna"),
    )  # fmt: skip
    names = ["Player 2", "Casual bot", "Casual bot 3", "Random bot", "Ann", "Player Two", "Robot", "Ann & Player 2"]
    assert [str(shown_name(name)) for name in names] == names
    assert [shown_name(name).said(german) for name in names] == [
        "Mitspieler 2", "Bot Gelegenheit", "Bot Gelegenheit 3", "Bot Zufall", "Ann", "Player Two", "Robot",
        "Ann & Mitspieler 2",
    ]  # fmt: skip


def test_the_system_s_reasons_are_known_by_their_number() -> None:
    german = made("de", ("permission denied", "Zugriff verweigert"))
    assert system_reason(OSError(13, "Permission denied")).said(german) == "Zugriff verweigert"
    assert str(system_reason(OSError(5, "Input/output error"))) == "input/output error"
    assert str(system_reason(OSError())) == "unknown reason"


@pytest.mark.parametrize(
    ("header", "code"),
    [("fr-CH, de;q=0.9", "fr"), ("ja, ro;q=0.4, de;q=0.8", "de"), ("en;q=0, ro", "ro"), ("ja", "en"), ("", "en"),
     ("fr;q=nonsense, ro;q=0.1", "ro")],
)  # fmt: skip
def test_the_most_wanted_language_is_spoken(header: str, code: str) -> None:
    assert preferred(header) == code


def test_the_system_s_language_is_that_of_the_first_variable_that_is_set() -> None:
    assert of_system({"LC_ALL": "de_DE.UTF-8", "LANG": "fr_FR"}) == "de"
    assert of_system({"PARTAKE_LANGUAGE": "ro", "LC_ALL": "de"}) == "ro"
    assert of_system({"LANG": "C.UTF-8"}) == "en"
    assert of_system({}) == "en"


def test_a_language_is_spoken_for_a_while() -> None:
    with speaking("fr"), speaking("ro"):
        assert language("ro").code == "ro"
    assert said(Plural("one tile", "{count} tiles", count=2)) == "2 tiles"
