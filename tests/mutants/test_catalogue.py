"""The list of mutants keeps up with the code."""

from __future__ import annotations

import pytest

from tests.mutants.catalogue import MUTANTS, Mutant
from tests.mutants.run import ROOT, mutated


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.breaks)
def test_the_text_of_a_mutant_is_in_the_code_once(mutant: Mutant) -> None:
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    assert mutated(mutant, text) != text


def test_the_tests_of_the_mutants_are_in_files_that_there_are() -> None:
    files = {test.partition("::")[0] for mutant in MUTANTS for test in mutant.tests}
    assert {file for file in files if not (ROOT / file).is_file()} == set()
