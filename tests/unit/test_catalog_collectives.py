"""What an all-reduce moves."""

import pytest

from designer.catalog.collectives import (
    SWITCH_FACTOR,
    all_reduce_gb,
    all_reduce_seconds,
)


def test_a_ring_moves_twice_all_but_the_own_share():
    assert all_reduce_gb(140, 8) == 245
    assert all_reduce_gb(140, 1) == 0


def test_a_reducing_switch_gets_everything_once():
    assert all_reduce_gb(140, 8, SWITCH_FACTOR) == 140
    assert all_reduce_gb(140, 1, SWITCH_FACTOR) == 0


def test_time_is_volume_over_one_direction():
    assert all_reduce_seconds(40, 4, 32) == 1.875


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: all_reduce_gb(1, 0),
        lambda: all_reduce_seconds(1, 2, 0),
    ],
)
def test_what_makes_no_sense_is_refused(wrong):
    with pytest.raises(ValueError, match="needs"):
        wrong()


def test_two_ranks_are_enough():
    assert all_reduce_gb(100, 2) == 100
    assert all_reduce_gb(100, 2, SWITCH_FACTOR) == 100
    # Beyond what a switch adds, each rank spares its own share.
    assert all_reduce_gb(100, 2, 1.5) == 75
    assert all_reduce_seconds(100, 2, 0.5) == 200
    with pytest.raises(ValueError, match="bandwidth"):
        all_reduce_seconds(1, 2, -1)
