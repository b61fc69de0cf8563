"""Reading CoNLL-U."""

from pathlib import Path

import pytest

from extractors.training.conllu import parse_conllu, read_conllu
from memory.errors import LogFormatError

TREEBANK = """\
# newdoc id = mail-1
# sent_id = mail-1-1
# text = I don't know.
1\tI\tI\tPRON\tPRP\tCase=Nom|Number=Sing|Person=1|PronType=Prs\t4\tnsubj\t4:nsubj\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\tVBP\tMood=Ind\t4\taux\t4:aux\t_
3\tn't\tnot\tPART\tRB\tPolarity=Neg\t4\tadvmod\t4:advmod\t_
4\tknow\tknow\tVERB\tVB\tVerbForm=Inf\t0\troot\t0:root\tSpaceAfter=No
4.1\tit\t_\t_\t_\t_\t_\t_\t4:obj\t_
5\t.\t_\tPUNCT\t.\t_\t4\tpunct\t4:punct\t_

# newdoc id = mail-2
1-2\tBob's\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
1\tBob\tBob\tPROPN\tNNP\tNumber=Sing\t0\troot\t0:root\t_
2\t's\t's\tPART\tPOS\t_\t1\tcase\t1:case\t_
3\t!\t!\tPUNCT\t.\t_\t1\tpunct\t1:punct\t_

"""


def test_sentences_come_with_words_heads_and_their_document(tmp_path: Path) -> None:
    file = tmp_path / "tiny.conllu"
    file.write_text(TREEBANK, encoding="utf-8")

    first, second = read_conllu(file)

    assert [word.form for word in first.words] == ["I", "do", "n't", "know", "."]
    assert [word.head for word in first.words] == [3, 3, 3, 3, 3]
    assert (first.root, first.words[3].dep, first.words[0].dep) == (3, "ROOT", "nsubj")
    assert (first.document, second.document) == ("mail-1", "mail-2")


def test_the_text_is_put_together_as_it_was_written() -> None:
    assert [sentence.text for sentence in parse_conllu(TREEBANK.splitlines())] == ["I don't know.", "Bob's!"]


def test_blanks_become_empty_features_and_the_form_as_lemma() -> None:
    mark = next(parse_conllu(TREEBANK.splitlines())).words[-1]

    assert (mark.morph, mark.lemma) == ("", ".")


def test_no_lines_are_no_sentences() -> None:
    assert list(parse_conllu([])) == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        pytest.param("1\tI\tI", "3 columns instead of 10", id="columns"),
        pytest.param("1\tI\tI\tPRON\tPRP\t_\t7\tnsubj\t_\t_", "the head '7' of 'I'", id="head out of the sentence"),
        pytest.param("1\tI\tI\tPRON\tPRP\t_\t_\tnsubj\t_\t_", "the head '_' of 'I'", id="no head"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(line: str, problem: str) -> None:
    with pytest.raises(LogFormatError, match=f"tiny.conllu, line .: {problem}"):
        list(parse_conllu([line], Path("tiny.conllu")))
