"""Replies that come event by event."""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any, Dict, Generator, Generic, Iterator, Optional, Type, TypeVar

import httpx

from .errors import ConnectionError, ParleyError, TimeoutError, error_of

Event = TypeVar("Event")


class EventStream(Generic[Event]):
    """The events of a reply, each once. Leaving its `with` block, or `close()`, ends the call at the service as well.

    A stream that ends without its last event raises `ConnectionError`: a cut reply is never taken for a whole one. An event
    that says what went wrong is raised as the `APIError` that it is.
    """

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self._events = self._read()
        self._last: Optional[Dict[str, Any]] = None

    @property
    def headers(self) -> httpx.Headers:
        return self._response.headers

    def __iter__(self) -> Iterator[Event]:
        return self._events

    def text(self) -> Iterator[str]:
        """The text alone, as it comes."""
        for event in self._events:
            content = event.get("content") if isinstance(event, dict) else None
            if isinstance(content, str) and content:
                yield content

    def result(self) -> Dict[str, Any]:
        """The last event, which has the usage, the sources and the like; reads what has not been read."""
        for _ in self._events:
            pass
        if self._last is None:
            raise ParleyError("stream_left", "The stream was closed before its last event")
        return self._last

    def close(self) -> None:
        self._events.close()
        self._response.close()

    def __enter__(self) -> EventStream[Event]:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def _read(self) -> Generator[Any, None, None]:
        try:
            for data in _data_of(self._response.iter_lines()):
                if data == "[DONE]":
                    return
                try:
                    event = json.loads(data)
                except ValueError as error:
                    raise ParleyError("invalid_stream", "An event of the stream is not JSON") from error
                if isinstance(event, dict) and event.get("error"):
                    raise error_of(self._response.status_code, event, self._response.headers)
                if _is_last(event):
                    self._last = event
                yield event
        except httpx.TimeoutException as error:
            raise TimeoutError("timeout", f"Nothing came within the time limit: {error}") from error
        except httpx.TransportError as error:
            raise ConnectionError("connection_failed", f"The connection broke off: {error}") from error
        finally:
            self._response.close()
        if self._last is None:
            raise ConnectionError("stream_cut", "The stream ended without its last event")


def _is_last(event: Any) -> bool:
    if not isinstance(event, dict):
        return False
    kind = event.get("type")
    ended = isinstance(kind, str) and (kind == "message_stop" or kind.startswith("response.") and kind.split(".")[1] in _ends)
    choices = event.get("choices")
    # In OpenAI's shape the last event is `[DONE]`; what says why the reply ended comes before.
    finished = isinstance(choices, list) and any(isinstance(one, dict) and one.get("finish_reason") for one in choices)
    return event.get("done") is True or ended or finished or isinstance(kind, str) and kind.endswith(".completed")


_ends = ("completed", "incomplete", "failed")


def _data_of(lines: Iterator[str]) -> Iterator[str]:
    """What the `data:` lines of each event say."""
    gathered: list[str] = []
    for line in lines:
        if line.startswith("data:"):
            gathered.append(line[5:].removeprefix(" "))
        elif line == "" and gathered:
            yield "\n".join(gathered)
            gathered = []
