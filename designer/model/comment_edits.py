"""What is done to comments: written, answered, settled. Each returns the comments as they are then.

Who calls them gives ids, names and times: there is no clock here and no chance.
"""

from collections.abc import Callable

from designer.model.comments import LONGEST_TEXT, Comment, Comments, Reply, next_number, put

CommentEdit = Callable[[Comments], Comments]


class CommentError(Exception):
    """A comment cannot be written, for a reason in words."""


def text_of(text: str) -> str:
    """Return the words of a comment without blanks around.

    Raises
    ------
    CommentError
        If there are none, or more than a comment takes.
    """
    text = text.strip()
    if not text:
        raise CommentError("a comment needs words")
    if len(text) > LONGEST_TEXT:
        raise CommentError(f"a comment takes {LONGEST_TEXT:,} letters, this one has {len(text):,}")
    return text


def add(draft: Comment) -> CommentEdit:
    """Add a comment under the next free number."""
    draft = draft.evolve(text=text_of(draft.text))
    return lambda there: put(there, draft.evolve(number=next_number(there)))


def answer(seen: Comment, reply: Reply) -> CommentEdit:
    """Answer a comment.

    Parameters
    ----------
    seen
        The comment as it was looked at: it is put back where the file no longer has it.
    """
    reply = reply.evolve(text=text_of(reply.text))
    return _on(seen, lambda one: one.evolve(replies=(*one.replies, reply)))


def resolve(seen: Comment, by: str, when: str) -> CommentEdit:
    """Settle a comment; one that is settled stays as it was settled first."""

    def made(one: Comment) -> Comment:
        return one.evolve(resolved_by=by, resolved=when) if one.is_open else one

    return _on(seen, made)


def reopen(seen: Comment, reply: Reply) -> CommentEdit:
    """Open a settled comment again; an answer keeps who had settled it.

    Parameters
    ----------
    reply
        Whose words say why; empty words are made.
    """

    def made(one: Comment) -> Comment:
        if one.is_open:
            return one
        words = reply.text.strip() or f"Open again; was {one.state}"
        replies = (*one.replies, reply.evolve(text=words))
        return one.evolve(resolved_by="", resolved="", replies=replies)

    return _on(seen, made)


def reword(seen: Comment, text: str, when: str) -> CommentEdit:
    """Give a comment other words."""
    text = text_of(text)
    return _on(
        seen, lambda one: one if one.text == text else one.evolve(text=text, changed=when)
    )  # fmt: skip


def _on(seen: Comment, change: Callable[[Comment], Comment]) -> CommentEdit:
    def edit(there: Comments) -> Comments:
        now = next((one for one in there if one.id == seen.id), seen)
        return put(there, change(now))

    return edit
