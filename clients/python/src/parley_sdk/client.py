"""The client: how a call is sent and repeated, and how a file is uploaded."""

from __future__ import annotations

import copy
import json
import os
import random
import time
import uuid
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Dict, Mapping, Optional, Type, Union, cast
from urllib.parse import quote

import httpx

from .errors import APIError, ConnectionError, FileFailedError, ParleyError, TimeoutError, error_of
from .operations import Operations
from .streams import EventStream

if TYPE_CHECKING:
    from . import types as t

#: Work that was done and came out wrong: doing it again costs again, so that is left to the caller.
_left_to_caller = {
    "schema_not_met",
    "tool_inputs_invalid",
    "research_failed",
    "image_generation_failed",
    "video_generation_failed",
    "feature_execution_failed",
}
_first_delay_s, _longest_delay_s, _longest_retry_after_s = 0.5, 8.0, 60.0
_poll_s = 1.0


class Parley(Operations):
    """A client; it may be used by many threads. Without arguments it takes `PARLEY_BASE_URL`, `PARLEY_API_KEY` and
    `PARLEY_ADMIN_KEY` from the environment."""

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        admin_key: Optional[str] = None,
        timeout_s: float = 600,
        max_retries: int = 2,
        headers: Optional[Mapping[str, str]] = None,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        env = os.environ.get
        self._base_url = (base_url or env("PARLEY_BASE_URL") or "http://127.0.0.1:8484").rstrip("/")
        self._api_key = api_key or env("PARLEY_API_KEY")
        self._admin_key = admin_key or env("PARLEY_ADMIN_KEY")
        self._timeout_s = timeout_s
        self._max_retries = max_retries
        self._headers = dict(headers or {})
        self._http = http_client or httpx.Client()

    def with_options(
        self,
        *,
        timeout_s: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Parley:
        """The same client with other options, over the same connections."""
        other = copy.copy(self)
        if timeout_s is not None:
            other._timeout_s = timeout_s
        if max_retries is not None:
            other._max_retries = max_retries
        other._headers = {**self._headers, **(headers or {})}
        return other

    def upload(
        self,
        source: Union[str, os.PathLike[str], bytes, IO[bytes]],
        *,
        filename: Optional[str] = None,
        wait: bool = True,
        wait_timeout_s: float = 600,
    ) -> t.FileInfo:
        """Uploads a file from its path, its bytes, or what is open; waits until it is ready unless told otherwise."""
        if isinstance(source, (str, os.PathLike)):
            name, data = filename or Path(source).name, Path(source).read_bytes()
        else:
            data = source if isinstance(source, bytes) else source.read()
            name = filename or os.path.basename(str(getattr(source, "name", "")))
        if not name:
            raise ParleyError("filename_missing", "Bytes have no name: give filename")
        sent = self._send("POST", "/v1/files/upload", {"files": {"file": (name, data)}}, may_repeat=True)
        file = cast("t.FileInfo", sent.json())
        return self.wait_for_file(file["file_id"], timeout_s=wait_timeout_s) if wait else file

    def wait_for_file(self, file_id: str, *, timeout_s: float = 600) -> t.FileInfo:
        """Waits until a file is ready; raises `FileFailedError` when it cannot be read."""
        until = time.monotonic() + timeout_s
        while True:
            file = self.get_file(file_id)
            if file["status"] == "ready":
                return file
            if file["status"] == "failed":
                raise FileFailedError(cast("Mapping[str, Any]", file))
            if time.monotonic() > until:
                raise TimeoutError("timeout", f"{file_id} was not ready within {timeout_s} s")
            time.sleep(_poll_s)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Parley:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def _call(self, row: str, params: Mapping[str, str], query: Any = None, body: Any = None) -> Any:
        method, path, flags = _read_row(row, params)
        given: Dict[str, Any] = {"params": _query_of(query)} if query else {}
        if body is not None:
            given["json"] = body
        response = self._send(method, path, given, is_admin="a" in flags, may_repeat="i" in flags or method != "POST")
        if "b" in flags:
            return response.content
        return response.text if "t" in flags else response.json()

    def _stream(self, row: str, params: Mapping[str, str], body: Any) -> EventStream[Any]:
        method, path, flags = _read_row(row, params)
        # Two runs that are paid for twice are worse than an error.
        given = {"json": {**body, "stream": True}}
        response = self._send(method, path, given, is_admin="a" in flags, may_repeat=False, streams=True)
        return EventStream(response)

    def _send(
        self,
        method: str,
        path: str,
        given: Mapping[str, Any],
        *,
        is_admin: bool = False,
        may_repeat: bool,
        streams: bool = False,
    ) -> httpx.Response:
        key = self._admin_key if is_admin else self._api_key
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        if method == "POST" and may_repeat:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        request = self._http.build_request(
            method, self._base_url + path, headers={**headers, **self._headers}, timeout=self._timeout_s, **given
        )
        for attempt in range(self._max_retries + 1):
            try:
                return self._attempt(request, streams)
            except ParleyError as error:
                delay_s = _delay_of(error, attempt, may_repeat)
                if delay_s is None or attempt == self._max_retries:
                    raise
                time.sleep(delay_s)
        raise AssertionError("max_retries is negative")

    def _attempt(self, request: httpx.Request, streams: bool) -> httpx.Response:
        try:
            response = self._http.send(request, stream=streams)
            if response.is_success:
                return response
            response.read()
        except httpx.TimeoutException as error:
            raise TimeoutError("timeout", f"Nothing came within {self._timeout_s} s") from error
        except httpx.TransportError as error:
            raise ConnectionError("connection_failed", f"{self._base_url} could not be reached: {error}") from error
        raise error_of(response.status_code, _body_of(response), response.headers)


def _delay_of(error: ParleyError, attempt: int, may_repeat: bool) -> Optional[float]:
    """Seconds to wait before a call is sent again, or None when it must not be."""
    backoff = min(_longest_delay_s, _first_delay_s * 2**attempt)
    if not isinstance(error, APIError):
        return backoff * (0.5 + random.random() / 2) if may_repeat else None
    if not error.is_retryable or error.code in _left_to_caller:
        return None
    # These two say that nothing was begun.
    if not may_repeat and error.status not in (429, 503):
        return None
    try:
        asked = float(error.headers.get("retry-after", "0"))
    except ValueError:
        asked = 0.0
    return None if asked > _longest_retry_after_s else max(asked, backoff * (0.5 + random.random() / 2))


def _read_row(row: str, params: Mapping[str, str]) -> tuple[str, str, str]:
    method, path, *flags = row.split(" ")
    for name, value in params.items():
        path = path.replace("{" + name + "}", quote(value, safe=""))
    return method, path, "".join(flags)


def _query_of(query: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: json.dumps(value) if isinstance(value, bool) else value for name, value in query.items() if value is not None}


def _body_of(response: httpx.Response) -> Mapping[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {"message": response.text[:500]}
    return body if isinstance(body, dict) else {}
