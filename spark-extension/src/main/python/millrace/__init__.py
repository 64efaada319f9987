# SPDX-License-Identifier: Apache-2.0
"""Statements of Millrace in Python that Ctrl-C and the interrupt of a notebook's cell stop.

``millrace.sql(text)`` runs a text as ``spark.sql(text)`` does. In a notebook, ``%load_ext millrace``
adds ``%%millrace``, whose cell is such a text, and ``%millrace`` for a single line.

Without Spark Connect, ``spark.sql`` waits in Java, where an interrupt of Python is not seen: the
update goes on and keeps the next one out. Here the statement runs in a thread of its own. An
interrupt cancels it, waits until it has ended and raises ``KeyboardInterrupt``; a second one does
not wait.
"""

from __future__ import annotations

import html
import signal
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.utils import is_remote
from pyspark.util import InheritableThread

__version__ = "@project.version@"
__all__ = ["sql"]

T = TypeVar("T")

_MOST_ROWS = 100
_POLL_SECONDS = 0.2


def sql(
    text: str, spark: SparkSession | None = None, args: dict[str, Any] | list[Any] | None = None
) -> DataFrame:
    """Runs a text as ``spark.sql(text, args)`` does, and stops it on ``KeyboardInterrupt``.

    What does something is done at once; the rows of a query are read later, outside of it.

    :param text: one statement, or the statements of a pipeline
    :param spark: the session to run it in; the active one unless given
    :param args: values for ``:name`` or ``?``
    :raises KeyboardInterrupt: when it was interrupted; the statement has ended then
    """
    session = SparkSession.active() if spark is None else spark
    return _interruptible(session, lambda: session.sql(text, args))


def _interruptible(session: SparkSession, work: Callable[[], T]) -> T:
    """Does the work in a thread with the properties and tags of this one."""
    results: list[T] = []
    errors: list[BaseException] = []
    ended = threading.Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            ended.set()

    tag = f"millrace-{uuid.uuid4()}"
    with _interrupts() as interrupts:
        with _tagged(session, tag):
            InheritableThread(run, session=session, name=tag, daemon=True).start()
        while not ended.wait(_POLL_SECONDS):
            # Again until it has ended: what has not come to its update or a job is not found.
            if interrupts:
                _cancel(session, tag)
    if interrupts:
        reason = _message(errors[0]) if errors else "the statement had ended by then"
        raise KeyboardInterrupt(reason)
    if errors:
        raise errors[0].with_traceback(None)
    return results[0]


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """What SIGINT has sent: the first only tells, so that it tears nothing; the second raises.

    PySpark's own handler would cancel all jobs, those of updates in the background too.
    """
    received: list[int] = []

    def handle(number: int, frame: Any) -> None:
        received.append(number)
        if len(received) > 1:
            raise KeyboardInterrupt("the statement may still run")

    before = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or before in (None, signal.SIG_IGN):
        yield received
        return
    signal.signal(signal.SIGINT, handle)
    try:
        yield received
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _tagged(session: SparkSession, tag: str) -> Iterator[None]:
    """A thread that is started meanwhile has the tag. A session's own tags differ in each thread
    without Connect, those of jobs do not."""
    (session.addTag if is_remote() else session.sparkContext.addJobTag)(tag)
    try:
        yield
    finally:
        (session.removeTag if is_remote() else session.sparkContext.removeJobTag)(tag)


def _cancel(session: SparkSession, tag: str) -> None:
    if is_remote():
        session.interruptTag(tag)
        return
    try:
        session.sql(f"STOP PIPELINE '{tag}'")
    except PySparkException:  # no update, so a plain query
        session.sparkContext.cancelJobsWithTag(tag)


def _message(error: BaseException) -> str:
    """Without the frames of Java that Connect adds."""
    return str(error).split("\n\nJVM stacktrace:")[0].strip()


def load_ipython_extension(shell: Any) -> None:
    """Adds ``%%millrace [name]`` and ``%millrace statement``."""
    from IPython.core.error import UsageError
    from IPython.core.magic import no_var_expand
    from IPython.display import display

    @no_var_expand
    def millrace(line: str, cell: str | None = None) -> None:
        """Runs the cell, or the line, as spark.sql does, and shows the rows of its result.

        The session is that in the variable ``spark``, or the active one. ``%%millrace name`` keeps
        the DataFrame in a variable, too. An interrupt stops the statement.
        """
        name = "" if cell is None else line.strip()
        if name and not name.isidentifier():
            raise UsageError(f"`{name}` is no name for the result: write %%millrace flows")
        # The line of the magic counts as one, so that places in errors are those of the cell.
        text = line if cell is None else f"\n{cell}"
        found = shell.user_ns.get("spark")
        session = found if hasattr(found, "interruptTag") else SparkSession.active()
        try:
            frame, rows = _interruptible(session, lambda: _result(session, text))
        except (PySparkException, KeyboardInterrupt) as error:
            _show_message_only(error)
            raise
        if name:
            shell.user_ns[name] = frame
        if frame.columns:
            display(_table(frame.columns, rows), raw=True)

    shell.register_magic_function(millrace, "line_cell", "millrace")


def _result(session: SparkSession, text: str) -> tuple[DataFrame, list[Row]]:
    frame = session.sql(text)
    return frame, frame.limit(_MOST_ROWS + 1).collect() if frame.columns else []


def _show_message_only(error: BaseException) -> None:
    """The text of a statement has no frames: its message has the place. IPython asks for this."""
    lines = f"{type(error).__name__}: {_message(error)}".splitlines()
    error._render_traceback_ = lambda: lines  # type: ignore[attr-defined]


def _table(columns: list[str], rows: list[Row]) -> dict[str, str]:
    """The rows as text and as HTML."""
    cells = [["NULL" if v is None else str(v) for v in row] for row in rows[:_MOST_ROWS]]
    more = f"only the first {_MOST_ROWS} rows" if len(rows) > _MOST_ROWS else ""
    flat = [[cell.replace("\n", "\\n") for cell in row] for row in [columns, *cells]]
    widths = [max(map(len, column)) for column in zip(*flat)]
    lines = [" | ".join(map(str.ljust, row, widths)).rstrip() for row in flat]
    lines.insert(1, "-+-".join("-" * width for width in widths))
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    style = "text-align: left; white-space: pre-wrap"
    body = "".join(
        "<tr>" + "".join(f'<td style="{style}">{html.escape(c)}</td>' for c in row) + "</tr>"
        for row in cells
    )
    return {
        "text/plain": "\n".join([*lines, more] if more else lines),
        "text/html": f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}",
    }
