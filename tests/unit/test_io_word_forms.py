"""The forms of words, as searches of prose see them."""

import pytest

from designer.io.word_forms import forms_of


@pytest.mark.parametrize(
    "forms",
    [
        "print prints printed printing",
        "store stores stored storing",
        "plan plans planned planning",
        "copy copies copied copying",
        "rack racks",
        "size sizes",
        "switch switches",
    ],
)
def test_forms_of_a_word_are_found_by_each(forms: str) -> None:
    for word in forms.split():
        root, endings = forms_of(word)
        found = {other for other in forms.split() if other.removeprefix(root) in endings}
        missed = set(forms.split()) - found
        # Of the bare word nobody knows whether it doubles or drops a letter.
        assert missed <= {forms.split()[0]}, (word, missed)


@pytest.mark.parametrize("word", ["red", "feed", "status", "loss", "n+1", "h100", "ups", "dgx"])
def test_a_word_without_endings_is_its_own_root(word: str) -> None:
    assert forms_of(word)[0] == word


def test_a_word_that_ends_in_e_is_not_the_one_without() -> None:
    root, endings = forms_of("theme")
    assert "them".removeprefix(root) not in endings
