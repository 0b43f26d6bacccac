"""Comments of a session: what a review says of the design's file, in the file beside it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from designer.io.atomic_file import WriteError
from designer.io.comments_file import comments_path, fresh_id, read_comments, updated
from designer.model import comment_edits
from designer.model.comments import Comment, Comments, Reply, by_number, follow
from designer.script.acting import Acting
from designer.script.errors import ScriptError, told

CommentOrNumber = Comment | int
_MEND = "save the design first: its comments stand in a file beside it"


class CommentCalls(Acting):
    """Comments, which are written at once, are no edits of the design and have no undo."""

    path: Path | None

    def comments(self) -> Comments:
        """Return the comments on the design's file, in the order of their numbers.

        Raises
        ------
        ScriptError
            If their file cannot be read whole.
        """
        if self.path is None:
            return ()
        read = read_comments(comments_path(self.path))
        if not read.writable:
            raise ScriptError.of(read.problems[0])
        return by_number(follow(read.comments, self.layout))

    def comment(
        self, text: str, about: str = "design", target: str = "", *, author: str = "",
        place: Mapping[str, int] | None = None,
    ) -> Comment:  # fmt: skip
        """Write a comment; return it with its number.

        Parameters
        ----------
        about, target
            `rack`, `device`, `power`, `row`, `fabric`, `loop`, `tray`, `cable` and the id of one;
            `finding` and its key; `place`, `cloud` or `design`, which have none.
        place
            In mm: `x_mm`, `y_mm`, and of a cloud `width_mm`, `depth_mm`.

        Raises
        ------
        ScriptError
            If the design has no file, there is no such thing, the text is empty, or the file
            cannot be written.
        """
        with told("comment"):
            draft = Comment.model_validate({
                "id": fresh_id(), "number": 0, "about": about, "target": target,
                "author": author, "date": _now(), "text": text, **(place or {}),
            })  # fmt: skip
        if draft.about in ("place", "cloud") and draft.spot is None:
            raise ScriptError("comment", f"a {about} has a place", "place={'x_mm': …, 'y_mm': …}")
        made = follow((draft,), self.layout)[0]
        if draft.target and draft.about != "finding" and not made.name:
            raise ScriptError("comment", f"there is no {about} {target!r}")
        return self._write(made, comment_edits.add, made)

    def reply(self, comment: CommentOrNumber, text: str, *, author: str = "") -> Comment:
        """Answer a comment, or the one of a number; return it as it is then.

        Raises
        ------
        ScriptError
            If there is none, the text is empty, or the file cannot be written.
        """
        seen = self._seen(comment)
        return self._write(seen, comment_edits.answer, seen, _reply(text, author))

    def resolve(self, comment: CommentOrNumber, *, author: str = "") -> Comment:
        """Settle a comment, or the one of a number; return it as it is then.

        Raises
        ------
        ScriptError
            If there is none, or the file cannot be written.
        """
        seen = self._seen(comment)
        return self._write(seen, comment_edits.resolve, seen, author, _now())

    def reopen(self, comment: CommentOrNumber, why: str = "", *, author: str = "") -> Comment:
        """Open a settled comment again; return it as it is then, with an answer that says so.

        Raises
        ------
        ScriptError
            If there is none, or the file cannot be written.
        """
        seen = self._seen(comment)
        return self._write(seen, comment_edits.reopen, seen, _reply(why, author))

    def _seen(self, comment: CommentOrNumber) -> Comment:
        if isinstance(comment, Comment):
            return comment
        found = next((one for one in self.comments() if one.number == comment), None)
        if found is None:
            raise ScriptError("comments", f"there is no comment {comment}")
        return found

    def _write(self, seen: Comment, factory: Any, *words: object) -> Comment:  # noqa: ANN401 - of comment_edits
        self._refuse_within("comment")
        if self.path is None:
            raise ScriptError("comment", "the design has no file yet", _MEND)
        try:
            made = updated(comments_path(self.path), factory(*words), datetime.now(UTC).timestamp())
        except comment_edits.CommentError as error:
            raise ScriptError("comment", str(error)) from error
        except WriteError as error:
            raise ScriptError.of(error.problem) from error
        return next(one for one in made.comments if one.id == seen.id)


def _reply(text: str, author: str) -> Reply:
    return Reply(id=fresh_id(), author=author, date=_now(), text=text)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
