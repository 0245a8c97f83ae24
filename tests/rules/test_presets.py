"""Named ways to play, and options in words with the numbers of the edition that is played."""

from __future__ import annotations

from pathlib import Path

import pytest

import partake
from boards import HEXAGON
from partake.engine.record.files import read_record
from partake.engine.record.text import format_record
from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.rules.edition import meaning, summary
from partake.rules.errors import DataError, PartakeError
from partake.rules.options import OPTIONS

EDITIONS = catalogue().editions


@pytest.mark.parametrize("name", HEXAGON)
def test_every_way_to_play_can_be_played_and_they_all_differ(name: str) -> None:
    edition = EDITIONS[name]
    setups = [arrange(edition, preset.options, seats=3) for preset in edition.presets]
    assert len({setup.options for setup in setups}) == len(edition.presets) >= 4
    assert not edition.presets[0].options


def test_the_ways_that_have_names_of_their_own() -> None:
    titles = {name: [preset.title for preset in edition.presets] for name, edition in EDITIONS.items()}
    assert {"The four-round match", "One game per player", "Best ray"} <= set(titles["classic"])
    assert titles["daffodil"][:4] == ["Open flowers", "Stamens first", "Stamens last", "The reserve"]


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_h20_one_game_per_player_is_as_many_games_as_sit_down(seats: int) -> None:
    assert arrange(EDITIONS["nexus"], {"rounds": "players"}, seats=seats).options.rounds == seats


def test_h20_a_record_has_the_number_of_games() -> None:
    table = partake.start("classic", seats=2, seed="one", rounds="players")
    text = format_record(table.record())
    assert "rounds=2" in text
    with pytest.raises(PartakeError, match="rounds=players must be rounds=2 in this game's record"):
        read_record(text.replace("rounds=2", "rounds=players"), catalogue())


@pytest.mark.parametrize(
    ("name", "option", "value", "told"),
    [
        ("classic", "rays", "each", ("7 points", "moonray 6")),
        ("daffodil", "rays", "best", ("60 points",)),
        ("nexus", "rays", "longest", ("10 points",)),
        ("nexus", "scrapyard", "threshold", ("less than 60 points", "costs you 60")),
        ("nexus", "scrapyard", "passed", ("60 points",)),
    ],
)
def test_options_are_told_with_the_numbers_of_the_edition(
    name: str, option: str, value: str, told: tuple[str, ...]
) -> None:
    text = str(meaning(EDITIONS[name], option, value))
    assert all(part in text for part in told)


def test_the_scrapyard_is_told_with_gold_and_silver() -> None:
    assert "silver tiles (40)" in str(summary(EDITIONS["nexus"], "scrapyard"))
    assert "gold tile (80)" in str(summary(EDITIONS["nexus"], "scrapyard"))


def test_other_points_are_told_as_they_are(tmp_path: Path) -> None:
    text = (Path(partake.__file__).parent / "data/editions/nexus.toml").read_text(encoding="utf-8")
    text = text.replace('name = "nexus"', 'name = "mine"').replace(
        "scrapyard_threshold = 60", "scrapyard_threshold = 75"
    )
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    mine = catalogue(str(tmp_path / "mine.toml")).edition("mine")
    assert str(meaning(mine, "scrapyard", "threshold")) == "A scrapyard worth less than 75 points costs you 60."


@pytest.mark.parametrize("name", HEXAGON)
def test_every_meaning_is_a_sentence_and_none_repeats_the_name_of_its_value(name: str) -> None:
    edition = EDITIONS[name]
    for option, values in edition.offer.values.items():
        for value in OPTIONS[option].values if option == "rounds" else values:
            text = str(meaning(edition, option, value))
            assert text[0].isupper() or text[0].isdigit()
            assert text.endswith(".")
            assert "{" not in text


WRONG = {
    "presets.options.rays: rays=odd is not on offer": 'name = "odd"\ntitle = "Odd"\noptions = { rays = "odd" }',
    "presets.options.rounds: rounds=0 is not on offer": 'name = "odd"\ntitle = "Odd"\noptions = { rounds = "0" }',
    "presets.name: plain is named twice": 'name = "plain"\ntitle = "Again"',
    "presets.title: is missing": 'name = "odd"',
    "presets.colour: is not a field that belongs here": 'name = "odd"\ntitle = "Odd"\ncolour = "red"',
}


@pytest.mark.parametrize("sentence", WRONG)
def test_a_wrong_preset_is_refused(sentence: str, tmp_path: Path) -> None:
    text = (Path(partake.__file__).parent / "data/editions/classic.toml").read_text(encoding="utf-8")
    text = text.replace('name = "classic"', 'name = "mine"', 1) + f"\n[[presets]]\n{WRONG[sentence]}\n"
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as problem:
        catalogue(str(tmp_path / "mine.toml"))
    assert str(problem.value).endswith(sentence)


def test_a_preset_whose_options_do_not_go_together_is_refused(tmp_path: Path) -> None:
    text = (Path(partake.__file__).parent / "data/editions/orchid.toml").read_text(encoding="utf-8")
    text = text.replace('name = "orchid"', 'name = "mine"', 1)
    text += '\n[[presets]]\nname = "odd"\ntitle = "Odd"\noptions = { symbols = "sun", rays = "longest" }\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"presets\.odd: with symbols=sun every line would be a ray"):
        catalogue(str(tmp_path / "mine.toml"))
