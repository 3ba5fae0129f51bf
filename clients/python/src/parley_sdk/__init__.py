"""The client library of Parley."""

from .client import Parley
from .errors import (
    APIError,
    AuthenticationError,
    BadRequestError,
    BudgetExceededError,
    ConflictError,
    ConnectionError,
    FileFailedError,
    ForbiddenError,
    NotFoundError,
    ParleyError,
    RateLimitError,
    ServerError,
    TimeoutError,
    TooLargeError,
    UnprocessableError,
)
from .streams import EventStream

__all__ = [
    "APIError",
    "AuthenticationError",
    "BadRequestError",
    "BudgetExceededError",
    "ConflictError",
    "ConnectionError",
    "EventStream",
    "FileFailedError",
    "ForbiddenError",
    "NotFoundError",
    "Parley",
    "ParleyError",
    "RateLimitError",
    "ServerError",
    "TimeoutError",
    "TooLargeError",
    "UnprocessableError",
]
