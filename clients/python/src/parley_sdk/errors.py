"""What the client throws."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type


class ParleyError(Exception):
    """Whatever this library throws. `code` says what went wrong, for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ConnectionError(ParleyError):
    """The service could not be reached, or the connection broke off."""


class TimeoutError(ParleyError):
    """Nothing came within the time limit of the call."""


class FileFailedError(ParleyError):
    """An uploaded file could not be read; `file` says why."""

    def __init__(self, file: Mapping[str, Any]) -> None:
        super().__init__("file_failed", f"{file.get('filename')} could not be read: {file.get('error')}")
        self.file = file


class APIError(ParleyError):
    """The service refused the call or failed. Catch a subclass for a kind, compare `code` for a cause."""

    def __init__(self, status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        said = body.get("error")
        # The endpoints in OpenAI's and Anthropic's shape keep theirs one level below.
        inner: Mapping[str, Any] = said if isinstance(said, dict) else body
        title = said if isinstance(said, str) else None
        message = inner.get("message")
        super().__init__(
            str(inner.get("code") or inner.get("type") or f"http_{status}"),
            ": ".join(str(part) for part in dict.fromkeys((title, message)) if part) or f"HTTP {status}",
        )
        #: HTTP status; None for an event that ended a stream.
        self.status = status
        self.body = body
        self.headers = headers
        #: Quote it to whoever runs the service.
        self.request_id: Optional[str] = body.get("request_id") or headers.get("x-request-id")
        self.details: Optional[str] = body.get("details")
        #: Whether the service says that the same call can succeed when it is sent again.
        self.is_retryable = headers.get("x-should-retry") == "true"


class BadRequestError(APIError):
    """400: the request is wrong; the message names the field."""


class AuthenticationError(APIError):
    """The key is missing, wrong, revoked or expired."""


class BudgetExceededError(APIError):
    """402: the budget is spent."""


class ForbiddenError(APIError):
    """403: the key lacks a scope."""


class NotFoundError(APIError):
    """404"""


class ConflictError(APIError):
    """409"""


class TooLargeError(APIError):
    """413"""


class UnprocessableError(APIError):
    """422: understood, but it cannot be done, such as a file that cannot be read."""


class RateLimitError(APIError):
    """429"""


class ServerError(APIError):
    """5xx"""


_classes: Dict[int, Type[APIError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: BudgetExceededError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    413: TooLargeError,
    422: UnprocessableError,
    429: RateLimitError,
}


def error_of(status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> APIError:
    """The error of the class that fits the status and code."""
    error = _classes.get(status, ServerError if status >= 500 else APIError)(status, body, headers)
    # A wrong key is a 503 for the sake of older clients.
    if error.code == "invalid_api_key" and not isinstance(error, AuthenticationError):
        return AuthenticationError(status, body, headers)
    return error
