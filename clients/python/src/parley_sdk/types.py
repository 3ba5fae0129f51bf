# Written by tools/write-python-client.ts from docs/openapi.json. Change the contract, then: npm run openapi
"""What the service takes and answers."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Union

from typing_extensions import NotRequired, TypeAlias, TypedDict, final

@final
class ProviderWishesSort2(TypedDict):
    by: Literal["price", "throughput", "latency"]
    partition: NotRequired[Any]


# Of the vendor: US dollars per million tokens, and per request.
@final
class ProviderWishesMaxPrice1(TypedDict):
    prompt: NotRequired[Union[float, str]]
    completion: NotRequired[Union[float, str]]
    request: NotRequired[Union[float, str]]


# How providers are chosen for this call, as at OpenRouter. A field that is not listed here is refused by its name. For models of the provider `openrouter` it is handed on as it stands.
@final
class ProviderWishes(TypedDict):
    # Providers (`azure`) or engines (`azure/gpt-5`) to try first, in this order.
    order: NotRequired[Union[List[str], None]]
    # No other providers than these.
    only: NotRequired[Union[List[str], None]]
    # Not these providers.
    ignore: NotRequired[Union[List[str], None]]
    # False: the first engine alone is asked. Default true.
    allow_fallbacks: NotRequired[Union[bool, None]]
    # True: only engines that take every field of the request.
    require_parameters: NotRequired[Union[bool, None]]
    # `deny`: only providers whose `data_policy` the operator marked so, and engines of this machine.
    data_collection: NotRequired[Union[Literal["allow", "deny"], None]]
    # True: only providers that the operator marked as keeping nothing.
    zdr: NotRequired[Union[bool, None]]
    # The cheapest first, or by what was measured of late; weights then count for nothing.
    sort: NotRequired[Union[Literal["price", "throughput", "latency"], ProviderWishesSort2, None]]
    # Only engines that ask no more.
    max_price: NotRequired[Union[ProviderWishesMaxPrice1, None]]
    # Only providers with one of these regions.
    regions: NotRequired[Union[List[str], None]]


@final
class PromptChoice(TypedDict):
    # Of `POST /v1/prompts`, or its name.
    id: str
    # Default: the one of `label`.
    version: NotRequired[Union[int, str]]
    # Default: `production`.
    label: NotRequired[str]
    # What stands in place of each `{{name}}`. One that the prompt has and the call does not is a 400.
    variables: NotRequired[Dict[str, Union[str, float, bool]]]


@final
class CreateAnswerBody(TypedDict):
    # The question or task.
    query: str
    # A JSON Schema (2020-12 or draft-07). The answer satisfies it, or the call fails with `schema_not_met`.
    response_format: NotRequired[Dict[str, Any]]
    # Ids of uploaded files to answer from.
    file_ids: NotRequired[List[str]]
    # Ids of collections: answered is from those of their files that speak most to the question.
    collection_ids: NotRequired[List[str]]
    # Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`.
    collection_filter: NotRequired[Dict[str, Any]]
    # Text to answer from.
    context: NotRequired[str]
    # `inline` keeps the marks `[n]` in the text: the n-th of `sources`. Default: `none`.
    citations: NotRequired[Literal["inline", "none"]]
    # How closely the vendor looks at pictures, where it has such a setting.
    image_detail: NotRequired[Literal["low", "high", "auto"]]
    # Pages of the PDFs in `file_ids` that a model which can see gets as pictures besides their text.
    page_images: NotRequired[List[int]]
    # Most tokens of documents that a connected model is sent. Default: the key’s limit, else that of the installation (24,000); never more than a limit that the key sets.
    grounding_tokens: NotRequired[int]
    # What becomes of a value that no passage carries: `allow` keeps it (default for connected models), `null` puts null or leaves it out where the schema lets it (always so for the embedded reader), `refuse` fails with `schema_not_met`.
    ungrounded: NotRequired[Literal["allow", "null", "refuse"]]
    # Kept with the record of the call; usage is added up by them.
    tags: NotRequired[List[str]]
    # Names and values, kept with the record of the call.
    metadata: NotRequired[Dict[str, str]]
    # Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.
    models: NotRequired[Union[List[str], None]]
    provider: NotRequired[Union[ProviderWishes, None]]
    # False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says.
    store: NotRequired[bool]
    # With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`.
    resumable: NotRequired[bool]
    # A model id of `GET /v1/models`. Default: `small-2`.
    model: NotRequired[str]
    # Output limit in tokens.
    max_tokens: NotRequired[int]
    temperature: NotRequired[float]
    top_p: NotRequired[float]
    # The same seed and request give the same reply where the engine can promise it.
    seed: NotRequired[int]
    # Text at which the reply ends, without that text; one or up to 16.
    stop: NotRequired[Union[str, List[str]]]
    # Above 0: words used often come less.
    frequency_penalty: NotRequired[float]
    # Above 0: words used once come less.
    presence_penalty: NotRequired[float]
    # How long a reasoning model thinks.
    reasoning_effort: NotRequired[Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]]
    prompt: NotRequired[PromptChoice]


# A passage that the answer rests on.
@final
class Source(TypedDict):
    # Null for `context`.
    file_id: Union[str, None]
    # `context` for the `context` field.
    filename: str
    # First page is 1; only where pages have a meaning.
    page: NotRequired[int]
    # The page on which the passage ends, where it ends on a later one.
    end_page: NotRequired[int]
    # When it is said, in seconds from the beginning; only of sound and video.
    time: NotRequired[float]
    # UTF-16 position in the file's text or in `context`.
    start: int
    # Exclusive.
    end: int
    # Exactly the text from `start` to `end`.
    quote: str
    # `cited`: the model named it for a sentence whose words or figures it holds · `unchecked`: the model named it, but for what it says in other words and without figures, which nothing here can judge · `quoted`: the embedded engine quotes it · `matched`: found by likeness afterwards.
    basis: NotRequired[Literal["cited", "unchecked", "quoted", "matched"]]


# Where a value of `data` comes from.
@final
class FieldOrigin(TypedDict):
    # `quoted`: stands there as it is · `normalised`: date, number, currency, unit, case or spacing rewritten · `computed`: from `parts` · `none`: no passage carries it.
    found: Literal["quoted", "normalised", "computed", "none"]
    source: NotRequired[Source]
    # What a computed value was computed from.
    parts: NotRequired[List[Source]]


# A passage that comes near the question without answering it.
@final
class NearPassage(TypedDict):
    # Null for `context`.
    file_id: Union[str, None]
    # `context` for the `context` field.
    filename: str
    # First page is 1; only where pages have a meaning.
    page: NotRequired[int]
    # The page on which the passage ends, where it ends on a later one.
    end_page: NotRequired[int]
    # When it is said, in seconds from the beginning; only of sound and video.
    time: NotRequired[float]
    # UTF-16 position in the file's text or in `context`.
    start: int
    # Exclusive.
    end: int
    # Exactly the text from `start` to `end`.
    quote: str
    # `cited`: the model named it for a sentence whose words or figures it holds · `unchecked`: the model named it, but for what it says in other words and without figures, which nothing here can judge · `quoted`: the embedded engine quotes it · `matched`: found by likeness afterwards.
    basis: NotRequired[Literal["cited", "unchecked", "quoted", "matched"]]
    # How likely it answers, or, where no encoder read it, how much of the question it touches.
    score: float


# Something of a connected model’s reply that no passage carries.
@final
class UngroundedPart(TypedDict):
    # The mark, the figure or the address as the model wrote it.
    text: str
    # `no_such_passage`: a mark that names none; it is taken out · `figure_not_in_passage`: the passage named for it does not hold it; it is taken out · `figure_in_no_passage`: without a mark, and no passage holds it; it is left in · `address_in_no_passage`: a link, a picture or an address that no passage and no message holds; it is taken out · `negated_in_passage`: a sentence that the passage named for it says with or without a "not"; it is left in, and not cited.
    reason: Literal["no_such_passage", "figure_not_in_passage", "figure_in_no_passage", "address_in_no_passage", "negated_in_passage"]


# A question about all rows of a table, and its answer.
@final
class SheetQueryShown(TypedDict):
    file_id: str
    filename: str
    # Empty where the file has one table without a name.
    sheet: str
    # `join`, `where`, `group_by`, `aggregates`, `select`, `order_by`, `limit`, as far as they were asked for.
    query: Dict[str, Any]
    # Rows, or groups, that fit; `rows` holds the first of them.
    matched: int
    rows: List[Dict[str, Union[str, float, bool, None]]]
    # Why it could not be answered.
    error: NotRequired[str]


# Where a connected model answered from files, collections or `context`.
@final
class UsageDocuments(TypedDict):
    # Of the input, estimated: the documents as the model was shown them.
    sent_tokens: int
    # What of their texts it was not shown, estimated.
    left_out_tokens: int
    # The limit that held: see `grounding_tokens`.
    limit_tokens: int


@final
class Usage(TypedDict):
    # All input, cached input included.
    input_tokens: int
    # All output, reasoning included.
    output_tokens: int
    # Of the input: read from the cache of the vendor.
    cached_tokens: NotRequired[int]
    # Of the input: written to the cache of the vendor.
    cache_write_tokens: NotRequired[int]
    # Of the output: what the model thought.
    reasoning_tokens: NotRequired[int]
    # Where a connected model answered from files, collections or `context`.
    documents: NotRequired[UsageDocuments]


@final
class CreateAnswerReply(TypedDict):
    success: Literal[True]
    # With `response_format`, the JSON text of `data`.
    answer: str
    # The span itself, when the answer is one.
    short_answer: NotRequired[str]
    # The validated object, with `response_format`.
    data: NotRequired[Any]
    # With `response_format` and files or `context`: by the JSON Pointer of each value in `data`.
    fields: NotRequired[Dict[str, FieldOrigin]]
    # Which required values no passage carries while `response_format` lets them be neither null nor left out, by JSON Pointer.
    details: NotRequired[str]
    # The passages used, best first; empty when the text does not say: what then comes near is in `near`.
    sources: NotRequired[List[Source]]
    # Where the text does not say: the passages that come near, best first. Absent when there are none.
    near: NotRequired[List[NearPassage]]
    # What of the reply no passage carries; absent when there is nothing.
    ungrounded: NotRequired[List[UngroundedPart]]
    # What a connected model asked of all rows of tables; absent when it asked nothing.
    queries: NotRequired[List[SheetQueryShown]]
    usage: Usage
    model: str
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # Why the reply ended.
    finish_reason: NotRequired[Literal["stop", "length", "tool_calls", "content_filter", "refusal", "max_steps"]]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


TextEvent: TypeAlias = "Union[TextEvent1, TextEvent2, TextEvent3, TextEvent4, TextEvent5, TextEvent6, TextEvent7, TextEvent8]"

@final
class TextEvent1(TypedDict):
    content: str
    done: Literal[False]


@final
class TextEvent2(TypedDict):
    thinking: str
    done: Literal[False]


@final
class TextEvent3Retry(TypedDict):
    reason: Literal["schema_not_met", "length"]


# The text so far was rejected and is void; another follows. With `response_format`.
@final
class TextEvent3(TypedDict):
    retry: TextEvent3Retry
    done: Literal[False]


@final
class ToolCall(TypedDict):
    id: str
    name: str
    inputs: Dict[str, Any]


@final
class TextEvent4(TypedDict):
    tool_call: ToolCall


# What would be done. The model does not see the token.
@final
class Confirmation(TypedDict):
    # Send it in `confirm` with the same call.
    confirm: str
    integration_id: str
    feature_name: str
    user_id: str
    # What it would be done with.
    inputs: Dict[str, Any]
    expires_at: str


@final
class ExecutedCall(TypedDict):
    id: str
    # `<integration>__<FEATURE>`.
    name: str
    inputs: Dict[str, Any]
    success: bool
    # The result, or what went wrong.
    result: Any
    confirmation: NotRequired[Confirmation]


@final
class TextEvent5(TypedDict):
    executed_call: ExecutedCall


@final
class TextEvent6(TypedDict):
    # Input and output together, once, before the end.
    tokens: int


@final
class TextEvent7(TypedDict):
    done: Literal[True]
    # How the object was asked for: `strict`, `tool`, `json` or `prompt`.
    schema_mode: NotRequired[str]
    short_answer: NotRequired[str]
    # The validated object, with `response_format`.
    data: NotRequired[Any]
    # With `response_format` and files or `context`: by the JSON Pointer of each value in `data`.
    fields: NotRequired[Dict[str, FieldOrigin]]
    # Which required values no passage carries while `response_format` lets them be neither null nor left out, by JSON Pointer.
    details: NotRequired[str]
    # The passages used, best first; empty when the text does not say: what then comes near is in `near`.
    sources: NotRequired[List[Source]]
    # Where the text does not say: the passages that come near, best first. Absent when there are none.
    near: NotRequired[List[NearPassage]]
    # What of the reply no passage carries; absent when there is nothing.
    ungrounded: NotRequired[List[UngroundedPart]]
    # What a connected model asked of all rows of tables; absent when it asked nothing.
    queries: NotRequired[List[SheetQueryShown]]
    usage: Usage
    model: str
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # Why the reply ended.
    finish_reason: NotRequired[Literal["stop", "length", "tool_calls", "content_filter", "refusal", "max_steps"]]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


@final
class TextEvent8(TypedDict):
    error: str
    code: str
    details: NotRequired[str]
    done: Literal[True]


# One turn. `content` is required.
@final
class ConversationMessage(TypedDict):
    role: Literal["user", "assistant", "system"]
    content: NotRequired[Union[str, None]]
    file_ids: NotRequired[Union[List[str], None]]


@final
class CreateConversationReplyBody(TypedDict):
    messages: List[ConversationMessage]
    # How the assistant should behave.
    system_prompt: NotRequired[str]
    # A JSON Schema (2020-12 or draft-07). The answer satisfies it, or the call fails with `schema_not_met`.
    response_format: NotRequired[Dict[str, Any]]
    # Ids of uploaded files to answer from.
    file_ids: NotRequired[List[str]]
    # Ids of collections: answered is from those of their files that speak most to the question.
    collection_ids: NotRequired[List[str]]
    # Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`.
    collection_filter: NotRequired[Dict[str, Any]]
    # `inline` keeps the marks `[n]` in the text: the n-th of `sources`. Default: `none`.
    citations: NotRequired[Literal["inline", "none"]]
    # How closely the vendor looks at pictures, where it has such a setting.
    image_detail: NotRequired[Literal["low", "high", "auto"]]
    # Pages of the PDFs in `file_ids` that a model which can see gets as pictures besides their text.
    page_images: NotRequired[List[int]]
    # Most tokens of documents that a connected model is sent. Default: the key’s limit, else that of the installation (24,000); never more than a limit that the key sets.
    grounding_tokens: NotRequired[int]
    # What becomes of a value that no passage carries: `allow` keeps it (default for connected models), `null` puts null or leaves it out where the schema lets it (always so for the embedded reader), `refuse` fails with `schema_not_met`.
    ungrounded: NotRequired[Literal["allow", "null", "refuse"]]
    # Kept with the record of the call; usage is added up by them.
    tags: NotRequired[List[str]]
    # Names and values, kept with the record of the call.
    metadata: NotRequired[Dict[str, str]]
    # Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.
    models: NotRequired[Union[List[str], None]]
    provider: NotRequired[Union[ProviderWishes, None]]
    # False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says.
    store: NotRequired[bool]
    # With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`.
    resumable: NotRequired[bool]
    # A model id of `GET /v1/models`. Default: `small-2`.
    model: NotRequired[str]
    # Output limit in tokens.
    max_tokens: NotRequired[int]
    temperature: NotRequired[float]
    top_p: NotRequired[float]
    # The same seed and request give the same reply where the engine can promise it.
    seed: NotRequired[int]
    # Text at which the reply ends, without that text; one or up to 16.
    stop: NotRequired[Union[str, List[str]]]
    # Above 0: words used often come less.
    frequency_penalty: NotRequired[float]
    # Above 0: words used once come less.
    presence_penalty: NotRequired[float]
    # How long a reasoning model thinks.
    reasoning_effort: NotRequired[Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]]
    prompt: NotRequired[PromptChoice]


@final
class CreateConversationReplyReply(TypedDict):
    success: Literal[True]
    response: str
    # The validated object, with `response_format`.
    data: NotRequired[Any]
    # With `response_format` and files or `context`: by the JSON Pointer of each value in `data`.
    fields: NotRequired[Dict[str, FieldOrigin]]
    # Which required values no passage carries while `response_format` lets them be neither null nor left out, by JSON Pointer.
    details: NotRequired[str]
    # The passages used, best first; empty when the text does not say: what then comes near is in `near`.
    sources: NotRequired[List[Source]]
    # Where the text does not say: the passages that come near, best first. Absent when there are none.
    near: NotRequired[List[NearPassage]]
    # What of the reply no passage carries; absent when there is nothing.
    ungrounded: NotRequired[List[UngroundedPart]]
    # What a connected model asked of all rows of tables; absent when it asked nothing.
    queries: NotRequired[List[SheetQueryShown]]
    usage: Usage
    model: str
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # Why the reply ended.
    finish_reason: NotRequired[Literal["stop", "length", "tool_calls", "content_filter", "refusal", "max_steps"]]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


@final
class AgentMessageToolCallResults1Item(TypedDict):
    tool_call_id: str
    result: Any
    # The tool failed, and `result` says how.
    is_error: NotRequired[bool]


# One turn. An assistant message echoes `tool_calls`; the `tool` message after it carries one result for each of them.
@final
class AgentMessage(TypedDict):
    role: Literal["user", "assistant", "system", "tool"]
    content: NotRequired[Union[str, None]]
    file_ids: NotRequired[Union[List[str], None]]
    tool_calls: NotRequired[Union[List[ToolCall], None]]
    tool_call_results: NotRequired[Union[List[AgentMessageToolCallResults1Item], None]]


@final
class ToolDefinition(TypedDict):
    name: str
    # What it does, when to use it, what it returns.
    description: str
    # JSON Schema of the inputs, with `type` `object`.
    input_schema: Dict[str, Any]


@final
class CreateAgentReplyBodyIntegrationsItem(TypedDict):
    id: str
    # Without them all features.
    features: NotRequired[List[str]]


@final
class CreateAgentReplyBody(TypedDict):
    messages: List[AgentMessage]
    # At least one, unless `integrations` are given.
    tools: NotRequired[List[ToolDefinition]]
    # Their features become tools named `<id>__<FEATURE>`. Needs a key with the scope `integrations`, and `user_id`.
    integrations: NotRequired[List[CreateAgentReplyBodyIntegrationsItem]]
    # Whose connections are used.
    user_id: NotRequired[str]
    # Run calls of integrations here, in at most 8 rounds; otherwise they are returned like any other.
    execute: NotRequired[bool]
    # The token of an answer `confirmation_required`. It works once, for exactly that call, for 10 minutes.
    confirm: NotRequired[str]
    # How the assistant should behave.
    system_prompt: NotRequired[str]
    # Ids of uploaded files to answer from.
    file_ids: NotRequired[List[str]]
    # Ids of collections: answered is from those of their files that speak most to the question.
    collection_ids: NotRequired[List[str]]
    # Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`.
    collection_filter: NotRequired[Dict[str, Any]]
    # `auto` (default), `none`, `required`, or a tool's name.
    tool_choice: NotRequired[str]
    # False: at most one tool call in a reply. Default: true.
    parallel_tool_calls: NotRequired[bool]
    # A JSON Schema (2020-12 or draft-07). The answer satisfies it, or the call fails with `schema_not_met`.
    response_format: NotRequired[Dict[str, Any]]
    # `inline` keeps the marks `[n]` in the text: the n-th of `sources`. Default: `none`.
    citations: NotRequired[Literal["inline", "none"]]
    # How closely the vendor looks at pictures, where it has such a setting.
    image_detail: NotRequired[Literal["low", "high", "auto"]]
    # Pages of the PDFs in `file_ids` that a model which can see gets as pictures besides their text.
    page_images: NotRequired[List[int]]
    # Most tokens of documents that a connected model is sent. Default: the key’s limit, else that of the installation (24,000); never more than a limit that the key sets.
    grounding_tokens: NotRequired[int]
    # What becomes of a value that no passage carries: `allow` keeps it (default for connected models), `null` puts null or leaves it out where the schema lets it (always so for the embedded reader), `refuse` fails with `schema_not_met`.
    ungrounded: NotRequired[Literal["allow", "null", "refuse"]]
    # Kept with the record of the call; usage is added up by them.
    tags: NotRequired[List[str]]
    # Names and values, kept with the record of the call.
    metadata: NotRequired[Dict[str, str]]
    # Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.
    models: NotRequired[Union[List[str], None]]
    provider: NotRequired[Union[ProviderWishes, None]]
    # False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says.
    store: NotRequired[bool]
    # With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`.
    resumable: NotRequired[bool]
    # A model id of `GET /v1/models`. Default: `small-2`.
    model: NotRequired[str]
    # Output limit in tokens.
    max_tokens: NotRequired[int]
    temperature: NotRequired[float]
    top_p: NotRequired[float]
    # The same seed and request give the same reply where the engine can promise it.
    seed: NotRequired[int]
    # Text at which the reply ends, without that text; one or up to 16.
    stop: NotRequired[Union[str, List[str]]]
    # Above 0: words used often come less.
    frequency_penalty: NotRequired[float]
    # Above 0: words used once come less.
    presence_penalty: NotRequired[float]
    # How long a reasoning model thinks.
    reasoning_effort: NotRequired[Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]]
    prompt: NotRequired[PromptChoice]


@final
class CreateAgentReplyReply(TypedDict):
    success: Literal[True]
    response: str
    # Null when no tool is wanted.
    tool_calls: Union[List[ToolCall], None]
    # With `execute`: what was run, in order.
    executed_calls: NotRequired[List[ExecutedCall]]
    # The validated object, with `response_format`.
    data: NotRequired[Any]
    # With `response_format` and files or `context`: by the JSON Pointer of each value in `data`.
    fields: NotRequired[Dict[str, FieldOrigin]]
    # Which required values no passage carries while `response_format` lets them be neither null nor left out, by JSON Pointer.
    details: NotRequired[str]
    # The passages used, best first; empty when the text does not say: what then comes near is in `near`.
    sources: NotRequired[List[Source]]
    # Where the text does not say: the passages that come near, best first. Absent when there are none.
    near: NotRequired[List[NearPassage]]
    # What of the reply no passage carries; absent when there is nothing.
    ungrounded: NotRequired[List[UngroundedPart]]
    # What a connected model asked of all rows of tables; absent when it asked nothing.
    queries: NotRequired[List[SheetQueryShown]]
    usage: Usage
    model: str
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # Why the reply ended.
    finish_reason: NotRequired[Literal["stop", "length", "tool_calls", "content_filter", "refusal", "max_steps"]]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


@final
class ChatItemContent2Item(TypedDict):
    type: Literal["text"]
    text: str


@final
class ChatItemFunctionCallsItem(TypedDict):
    name: str
    input: Dict[str, Any]


@final
class ChatItem(TypedDict):
    role: NotRequired[Literal["user", "assistant", "system"]]
    # Text, or blocks of text.
    content: NotRequired[Union[str, List[ChatItemContent2Item], None]]
    file_ids: NotRequired[Union[List[str], None]]
    type: NotRequired[Literal["message", "function_call", "function_call_result"]]
    function_call_id: NotRequired[str]
    function_calls: NotRequired[List[ChatItemFunctionCallsItem]]
    # In the order of the calls.
    function_call_results: NotRequired[List[Any]]


@final
class ChatFunction(TypedDict):
    name: str
    description: NotRequired[str]
    parameters: NotRequired[Dict[str, Any]]
    # Another name of `parameters`.
    input_schema: NotRequired[Dict[str, Any]]


@final
class CreateChatCompletionBodyIntegrationsItem(TypedDict):
    id: str
    # Without them all features.
    features: NotRequired[List[str]]


@final
class CreateChatCompletionBodyToolChoice2(TypedDict):
    type: Literal["auto", "any", "tool", "none"]
    name: NotRequired[str]
    disable_parallel_tool_use: NotRequired[bool]


@final
class CreateChatCompletionBodyThinking(TypedDict):
    type: Literal["enabled", "disabled", "adaptive"]
    budget_tokens: NotRequired[int]
    # Passed on to Anthropic.
    display: NotRequired[str]


@final
class CreateChatCompletionBody(TypedDict):
    # Kept with the record of the call; usage is added up by them.
    tags: NotRequired[List[str]]
    # Names and values, kept with the record of the call.
    metadata: NotRequired[Dict[str, str]]
    # Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.
    models: NotRequired[Union[List[str], None]]
    provider: NotRequired[Union[ProviderWishes, None]]
    # False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says.
    store: NotRequired[bool]
    # With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`.
    resumable: NotRequired[bool]
    # A model id of `GET /v1/models`.
    model: str
    # Output limit in tokens.
    max_tokens: NotRequired[int]
    temperature: NotRequired[float]
    top_p: NotRequired[float]
    # The same seed and request give the same reply where the engine can promise it.
    seed: NotRequired[int]
    # Text at which the reply ends, without that text; one or up to 16.
    stop: NotRequired[Union[str, List[str]]]
    # Above 0: words used often come less.
    frequency_penalty: NotRequired[float]
    # Above 0: words used once come less.
    presence_penalty: NotRequired[float]
    # How long a reasoning model thinks.
    reasoning_effort: NotRequired[Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]]
    prompt: NotRequired[PromptChoice]
    # At least one user message.
    messages: List[ChatItem]
    system: NotRequired[str]
    # Ids of uploaded files to answer from.
    file_ids: NotRequired[List[str]]
    # Refused by name: ask `/v1/conversation` or `/v1/chat/completions` for an object after a schema.
    response_format: NotRequired[Any]
    functions: NotRequired[List[ChatFunction]]
    # Another name of `functions`.
    tools: NotRequired[List[ChatFunction]]
    # Their features become tools named `<id>__<FEATURE>`. Needs a key with the scope `integrations`, and `user_id`.
    integrations: NotRequired[List[CreateChatCompletionBodyIntegrationsItem]]
    # Whose connections are used.
    user_id: NotRequired[str]
    # Run calls of integrations here, in at most 8 rounds; otherwise they are returned like any other.
    execute: NotRequired[bool]
    # The token of an answer `confirmation_required`. It works once, for exactly that call, for 10 minutes.
    confirm: NotRequired[str]
    # Ids of collections: answered is from those of their files that speak most to the question.
    collection_ids: NotRequired[List[str]]
    # Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`.
    collection_filter: NotRequired[Dict[str, Any]]
    stop_sequences: NotRequired[List[str]]
    tool_choice: NotRequired[Union[str, CreateChatCompletionBodyToolChoice2]]
    thinking: NotRequired[CreateChatCompletionBodyThinking]
    # False: at most one tool call in a reply. Default: true.
    parallel_tool_calls: NotRequired[bool]
    # `inline` keeps the marks `[n]` in the text: the n-th of `sources`. Default: `none`.
    citations: NotRequired[Literal["inline", "none"]]


@final
class CreateChatCompletionReplyResultResponseItem1(TypedDict):
    role: Literal["assistant"]
    content: str


@final
class FunctionCallFunctionCallsItem(TypedDict):
    name: str
    input: Dict[str, Any]


@final
class FunctionCall(TypedDict):
    type: Literal["function_call"]
    function_call_id: str
    function_calls: List[FunctionCallFunctionCallsItem]


@final
class CreateChatCompletionReplyResult(TypedDict):
    response: List[Union[CreateChatCompletionReplyResultResponseItem1, FunctionCall]]
    # Empty when the model gave none.
    thinking: str
    token_usage: Usage
    usage: NotRequired[Usage]
    stop_reason: str
    # With `execute`: what was run, in order.
    executed_calls: NotRequired[List[ExecutedCall]]


@final
class CreateChatCompletionReply(TypedDict):
    result: CreateChatCompletionReplyResult
    sources: NotRequired[List[Source]]
    # Where the text does not say: the passages that come near, best first. Absent when there are none.
    near: NotRequired[List[NearPassage]]
    # What a connected model asked of all rows of tables; absent when it asked nothing.
    queries: NotRequired[List[SheetQueryShown]]
    usage: Usage
    model: str
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # Why the reply ended.
    finish_reason: NotRequired[Literal["stop", "length", "tool_calls", "content_filter", "refusal", "max_steps"]]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


ChatEvent: TypeAlias = "Union[ChatEvent1, ChatEvent2]"

@final
class ChatEvent1Content1(TypedDict):
    type: Literal["thinking_chunk"]
    content: str


@final
class ChatEvent1Content2(TypedDict):
    type: Literal["end_of_thinking"]
    id: str


@final
class ChatEvent1Content3(TypedDict):
    type: Literal["text_chunk"]
    content: str


@final
class ChatEvent1Content4(TypedDict):
    type: Literal["starting_function_call"]


@final
class ChatEvent1Content6(TypedDict):
    type: Literal["executed_call"]
    executed_call: ExecutedCall


@final
class ChatEvent1Content7(TypedDict):
    type: Literal["sources"]
    sources: List[Source]


@final
class ChatEvent1Content8(TypedDict):
    type: Literal["near"]
    near: List[NearPassage]


@final
class ChatEvent1Content9(TypedDict):
    type: Literal["queries"]
    queries: List[SheetQueryShown]


# Where a connected model answered from files, collections or `context`.
@final
class ChatEvent1Content10Documents(TypedDict):
    # Of the input, estimated: the documents as the model was shown them.
    sent_tokens: int
    # What of their texts it was not shown, estimated.
    left_out_tokens: int
    # The limit that held: see `grounding_tokens`.
    limit_tokens: int


@final
class ChatEvent1Content10(TypedDict):
    type: Literal["token_usage"]
    # All input, cached input included.
    input_tokens: int
    # All output, reasoning included.
    output_tokens: int
    # Of the input: read from the cache of the vendor.
    cached_tokens: NotRequired[int]
    # Of the input: written to the cache of the vendor.
    cache_write_tokens: NotRequired[int]
    # Of the output: what the model thought.
    reasoning_tokens: NotRequired[int]
    # Where a connected model answered from files, collections or `context`.
    documents: NotRequired[ChatEvent1Content10Documents]
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # Why the reply ended.
    finish_reason: NotRequired[Literal["stop", "length", "tool_calls", "content_filter", "refusal", "max_steps"]]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


@final
class ChatEvent1(TypedDict):
    content: Union[ChatEvent1Content1, ChatEvent1Content2, ChatEvent1Content3, ChatEvent1Content4, FunctionCall, ChatEvent1Content6, ChatEvent1Content7, ChatEvent1Content8, ChatEvent1Content9, ChatEvent1Content10, Literal["[DONE]"]]


@final
class ChatEvent2(TypedDict):
    error: str
    code: str
    details: NotRequired[str]


@final
class CreateMessageBodyMessagesItemContentItemSource(TypedDict):
    file_id: NotRequired[str]


@final
class CreateMessageBodyMessagesItemContentItem(TypedDict):
    type: str
    source: NotRequired[CreateMessageBodyMessagesItemContentItemSource]
    content: NotRequired[Any]


@final
class CreateMessageBodyMessagesItem(TypedDict):
    role: Literal["user", "assistant", "system"]
    content: Union[str, List[CreateMessageBodyMessagesItemContentItem]]


@final
class CreateMessageBodySystemItemSource(TypedDict):
    file_id: NotRequired[str]


@final
class CreateMessageBodySystemItem(TypedDict):
    type: str
    source: NotRequired[CreateMessageBodySystemItemSource]
    content: NotRequired[Any]


# Keep what stands up to here in the cache of a vendor that takes such marks (Anthropic); elsewhere it changes nothing. Without any the service marks tools, system and documents.
@final
class CreateMessageBodyToolsItemCacheControl1(TypedDict):
    type: Literal["ephemeral"]
    ttl: NotRequired[Literal["5m", "1h"]]


@final
class CreateMessageBodyToolsItem(TypedDict):
    # `custom`, or the name of one of Anthropic's own tools, which goes to Anthropic as it is.
    type: NotRequired[str]
    cache_control: NotRequired[Union[CreateMessageBodyToolsItemCacheControl1, None]]
    name: NotRequired[str]
    strict: NotRequired[bool]
    description: NotRequired[str]
    input_schema: NotRequired[Dict[str, Any]]
    parameters: NotRequired[Dict[str, Any]]


# Keep what stands up to here in the cache of a vendor that takes such marks (Anthropic); elsewhere it changes nothing. Without any the service marks tools, system and documents.
@final
class CreateMessageBodyFunctionsItemCacheControl1(TypedDict):
    type: Literal["ephemeral"]
    ttl: NotRequired[Literal["5m", "1h"]]


@final
class CreateMessageBodyFunctionsItem(TypedDict):
    # `custom`, or the name of one of Anthropic's own tools, which goes to Anthropic as it is.
    type: NotRequired[str]
    cache_control: NotRequired[Union[CreateMessageBodyFunctionsItemCacheControl1, None]]
    name: NotRequired[str]
    strict: NotRequired[bool]
    description: NotRequired[str]
    input_schema: NotRequired[Dict[str, Any]]
    parameters: NotRequired[Dict[str, Any]]


@final
class CreateMessageBodyToolChoice(TypedDict):
    type: Literal["auto", "any", "tool", "none"]
    name: NotRequired[str]
    disable_parallel_tool_use: NotRequired[bool]


@final
class CreateMessageBodyThinking(TypedDict):
    type: Literal["enabled", "disabled", "adaptive"]
    budget_tokens: NotRequired[int]
    # Passed on to Anthropic.
    display: NotRequired[str]


# `effort` and `format` (`json_schema`) hold for every model; what else is in it goes to Anthropic.
@final
class CreateMessageBodyOutputConfig(TypedDict):
    effort: NotRequired[str]
    format: NotRequired[Dict[str, Any]]


# Keep what stands up to here in the cache of a vendor that takes such marks (Anthropic); elsewhere it changes nothing. Without any the service marks tools, system and documents.
@final
class CreateMessageBodyCacheControl1(TypedDict):
    type: Literal["ephemeral"]
    ttl: NotRequired[Literal["5m", "1h"]]


@final
class CreateMessageBody(TypedDict):
    # May be left out where `models` or `prompt` says it.
    model: NotRequired[str]
    # Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.
    models: NotRequired[Union[List[str], None]]
    provider: NotRequired[Union[ProviderWishes, None]]
    max_tokens: NotRequired[int]
    messages: List[CreateMessageBodyMessagesItem]
    system: NotRequired[Union[str, List[CreateMessageBodySystemItem]]]
    tools: NotRequired[List[CreateMessageBodyToolsItem]]
    # Another name of `tools`.
    functions: NotRequired[List[CreateMessageBodyFunctionsItem]]
    tool_choice: NotRequired[CreateMessageBodyToolChoice]
    temperature: NotRequired[float]
    top_p: NotRequired[float]
    # Ids of collections: answered is from those of their files that speak most to the question.
    collection_ids: NotRequired[List[str]]
    # Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`.
    collection_filter: NotRequired[Dict[str, Any]]
    top_k: NotRequired[int]
    stop_sequences: NotRequired[List[str]]
    thinking: NotRequired[CreateMessageBodyThinking]
    # `effort` and `format` (`json_schema`) hold for every model; what else is in it goes to Anthropic.
    output_config: NotRequired[CreateMessageBodyOutputConfig]
    # The older name of `output_config.format`.
    output_format: NotRequired[Dict[str, Any]]
    # Passed on to Anthropic; refused by name where another vendor answers.
    mcp_servers: NotRequired[List[Dict[str, Any]]]
    # Passed on to Anthropic; refused by name where another vendor answers. Edits that clear thinking alone are a hint.
    context_management: NotRequired[Dict[str, Any]]
    # Passed on to Anthropic; refused by name where another vendor answers.
    container: NotRequired[Union[str, Dict[str, Any]]]
    # Passed on to Anthropic; refused by name where another vendor answers.
    inference_geo: NotRequired[str]
    # Passed on to Anthropic; otherwise ignored and named in the header `x-parley-warnings`.
    service_tier: NotRequired[str]
    # Passed on to Anthropic; otherwise ignored and named in the header `x-parley-warnings`.
    speed: NotRequired[str]
    # Passed on to Anthropic; otherwise ignored and named in the header `x-parley-warnings`.
    metadata: NotRequired[Dict[str, Any]]
    prompt: NotRequired[PromptChoice]
    # False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says.
    store: NotRequired[bool]
    # With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`.
    resumable: NotRequired[bool]
    # A mark at the end of the request.
    cache_control: NotRequired[Union[CreateMessageBodyCacheControl1, None]]


# `text`, `image`, `document`, `tool_use`, `tool_result`, `thinking` or `redacted_thinking`, with its own fields; those of tools that Anthropic ran, from and to Anthropic.
@final
class CreateMessageReplyContentItem(TypedDict):
    type: str


@final
class CreateMessageReplyUsageCacheCreation(TypedDict):
    ephemeral_5m_input_tokens: int
    ephemeral_1h_input_tokens: int


@final
class CreateMessageReplyUsage(TypedDict):
    # Without cached input.
    input_tokens: int
    cache_creation_input_tokens: int
    cache_creation: CreateMessageReplyUsageCacheCreation
    cache_read_input_tokens: int
    output_tokens: int
    # Of the output: what the model thought.
    reasoning_tokens: NotRequired[int]


@final
class CreateMessageReplyToolCallsItem(TypedDict):
    id: str
    name: str
    arguments: Dict[str, Any]


@final
class CreateMessageReply(TypedDict):
    id: str
    type: Literal["message"]
    role: Literal["assistant"]
    model: str
    content: List[CreateMessageReplyContentItem]
    # `end_turn`, `max_tokens`, `stop_sequence`, `tool_use`, `pause_turn` or `refusal`.
    stop_reason: str
    stop_sequence: Union[str, None]
    usage: CreateMessageReplyUsage
    token_usage: Usage
    tool_calls: List[CreateMessageReplyToolCallsItem]
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # Why the reply ended.
    finish_reason: NotRequired[Literal["stop", "length", "tool_calls", "content_filter", "refusal", "max_steps"]]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


AnthropicEvent: TypeAlias = "Union[AnthropicEvent1, AnthropicEvent2, AnthropicEvent3, AnthropicEvent4, AnthropicEvent5, AnthropicEvent6, AnthropicEvent7]"

# `text`, `image`, `document`, `tool_use`, `tool_result`, `thinking` or `redacted_thinking`, with its own fields; those of tools that Anthropic ran, from and to Anthropic.
@final
class AnthropicEvent1MessageContentItem(TypedDict):
    type: str


@final
class AnthropicEvent1MessageUsageCacheCreation(TypedDict):
    ephemeral_5m_input_tokens: int
    ephemeral_1h_input_tokens: int


@final
class AnthropicEvent1MessageUsage(TypedDict):
    # Without cached input.
    input_tokens: int
    cache_creation_input_tokens: int
    cache_creation: AnthropicEvent1MessageUsageCacheCreation
    cache_read_input_tokens: int
    output_tokens: int
    # Of the output: what the model thought.
    reasoning_tokens: NotRequired[int]


@final
class AnthropicEvent1Message(TypedDict):
    id: str
    type: Literal["message"]
    role: Literal["assistant"]
    model: str
    content: List[AnthropicEvent1MessageContentItem]
    stop_sequence: Union[str, None]
    usage: AnthropicEvent1MessageUsage
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # Why the reply ended.
    finish_reason: NotRequired[Literal["stop", "length", "tool_calls", "content_filter", "refusal", "max_steps"]]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]
    stop_reason: None


@final
class AnthropicEvent1(TypedDict):
    type: Literal["message_start"]
    message: AnthropicEvent1Message


# `text`, `image`, `document`, `tool_use`, `tool_result`, `thinking` or `redacted_thinking`, with its own fields; those of tools that Anthropic ran, from and to Anthropic.
@final
class AnthropicEvent2ContentBlock(TypedDict):
    type: str


@final
class AnthropicEvent2(TypedDict):
    type: Literal["content_block_start"]
    index: int
    # `text`, `image`, `document`, `tool_use`, `tool_result`, `thinking` or `redacted_thinking`, with its own fields; those of tools that Anthropic ran, from and to Anthropic.
    content_block: AnthropicEvent2ContentBlock


@final
class AnthropicEvent3Delta1Citation11(TypedDict):
    type: Literal["char_location"]
    cited_text: str
    # Of the document blocks of the request, in their order.
    document_index: int
    document_title: Union[str, None]
    file_id: Union[str, None]
    start_char_index: int
    end_char_index: int


@final
class AnthropicEvent3Delta1Citation12(TypedDict):
    # Of documents that have pages.
    type: Literal["page_location"]
    cited_text: str
    # Of the document blocks of the request, in their order.
    document_index: int
    document_title: Union[str, None]
    file_id: Union[str, None]
    start_page_number: int
    # Exclusive.
    end_page_number: int


@final
class AnthropicEvent3Delta1Citation2(TypedDict):
    type: str


@final
class AnthropicEvent3Delta1(TypedDict):
    type: Literal["citations_delta"]
    citation: Union[Union[AnthropicEvent3Delta1Citation11, AnthropicEvent3Delta1Citation12], AnthropicEvent3Delta1Citation2]


@final
class AnthropicEvent3Delta2(TypedDict):
    type: Literal["text_delta"]
    text: str


@final
class AnthropicEvent3Delta3(TypedDict):
    type: Literal["thinking_delta"]
    thinking: str


@final
class AnthropicEvent3Delta4(TypedDict):
    type: Literal["signature_delta"]
    signature: str


@final
class AnthropicEvent3Delta5(TypedDict):
    type: Literal["input_json_delta"]
    partial_json: str


@final
class AnthropicEvent3(TypedDict):
    type: Literal["content_block_delta"]
    index: int
    delta: Union[AnthropicEvent3Delta1, AnthropicEvent3Delta2, AnthropicEvent3Delta3, AnthropicEvent3Delta4, AnthropicEvent3Delta5]


@final
class AnthropicEvent4(TypedDict):
    type: Literal["content_block_stop"]
    index: int


@final
class AnthropicEvent5Delta(TypedDict):
    stop_reason: str
    stop_sequence: Union[str, None]


@final
class AnthropicEvent5UsageCacheCreation(TypedDict):
    ephemeral_5m_input_tokens: int
    ephemeral_1h_input_tokens: int


@final
class AnthropicEvent5Usage(TypedDict):
    # Without cached input.
    input_tokens: int
    cache_creation_input_tokens: int
    cache_creation: AnthropicEvent5UsageCacheCreation
    cache_read_input_tokens: int
    output_tokens: int
    # Of the output: what the model thought.
    reasoning_tokens: NotRequired[int]


@final
class AnthropicEvent5(TypedDict):
    type: Literal["message_delta"]
    delta: AnthropicEvent5Delta
    usage: AnthropicEvent5Usage


@final
class AnthropicEvent6(TypedDict):
    type: Literal["message_stop"]
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # Why the reply ended.
    finish_reason: NotRequired[Literal["stop", "length", "tool_calls", "content_filter", "refusal", "max_steps"]]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


@final
class AnthropicEvent7Error(TypedDict):
    type: str
    message: str


@final
class AnthropicEvent7(TypedDict):
    type: Literal["error"]
    error: AnthropicEvent7Error


@final
class CountMessageTokensBodyMessagesItemContentItemSource(TypedDict):
    file_id: NotRequired[str]


@final
class CountMessageTokensBodyMessagesItemContentItem(TypedDict):
    type: str
    source: NotRequired[CountMessageTokensBodyMessagesItemContentItemSource]
    content: NotRequired[Any]


@final
class CountMessageTokensBodyMessagesItem(TypedDict):
    role: Literal["user", "assistant", "system"]
    content: Union[str, List[CountMessageTokensBodyMessagesItemContentItem]]


@final
class CountMessageTokensBodySystemItemSource(TypedDict):
    file_id: NotRequired[str]


@final
class CountMessageTokensBodySystemItem(TypedDict):
    type: str
    source: NotRequired[CountMessageTokensBodySystemItemSource]
    content: NotRequired[Any]


# Keep what stands up to here in the cache of a vendor that takes such marks (Anthropic); elsewhere it changes nothing. Without any the service marks tools, system and documents.
@final
class CountMessageTokensBodyToolsItemCacheControl1(TypedDict):
    type: Literal["ephemeral"]
    ttl: NotRequired[Literal["5m", "1h"]]


@final
class CountMessageTokensBodyToolsItem(TypedDict):
    # `custom`, or the name of one of Anthropic's own tools, which goes to Anthropic as it is.
    type: NotRequired[str]
    cache_control: NotRequired[Union[CountMessageTokensBodyToolsItemCacheControl1, None]]
    name: NotRequired[str]
    strict: NotRequired[bool]
    description: NotRequired[str]
    input_schema: NotRequired[Dict[str, Any]]
    parameters: NotRequired[Dict[str, Any]]


# Keep what stands up to here in the cache of a vendor that takes such marks (Anthropic); elsewhere it changes nothing. Without any the service marks tools, system and documents.
@final
class CountMessageTokensBodyFunctionsItemCacheControl1(TypedDict):
    type: Literal["ephemeral"]
    ttl: NotRequired[Literal["5m", "1h"]]


@final
class CountMessageTokensBodyFunctionsItem(TypedDict):
    # `custom`, or the name of one of Anthropic's own tools, which goes to Anthropic as it is.
    type: NotRequired[str]
    cache_control: NotRequired[Union[CountMessageTokensBodyFunctionsItemCacheControl1, None]]
    name: NotRequired[str]
    strict: NotRequired[bool]
    description: NotRequired[str]
    input_schema: NotRequired[Dict[str, Any]]
    parameters: NotRequired[Dict[str, Any]]


@final
class CountMessageTokensBodyToolChoice(TypedDict):
    type: Literal["auto", "any", "tool", "none"]
    name: NotRequired[str]
    disable_parallel_tool_use: NotRequired[bool]


@final
class CountMessageTokensBodyThinking(TypedDict):
    type: Literal["enabled", "disabled", "adaptive"]
    budget_tokens: NotRequired[int]
    # Passed on to Anthropic.
    display: NotRequired[str]


# `effort` and `format` (`json_schema`) hold for every model; what else is in it goes to Anthropic.
@final
class CountMessageTokensBodyOutputConfig(TypedDict):
    effort: NotRequired[str]
    format: NotRequired[Dict[str, Any]]


# Keep what stands up to here in the cache of a vendor that takes such marks (Anthropic); elsewhere it changes nothing. Without any the service marks tools, system and documents.
@final
class CountMessageTokensBodyCacheControl1(TypedDict):
    type: Literal["ephemeral"]
    ttl: NotRequired[Literal["5m", "1h"]]


@final
class CountMessageTokensBody(TypedDict):
    # May be left out where `models` or `prompt` says it.
    model: NotRequired[str]
    # Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.
    models: NotRequired[Union[List[str], None]]
    provider: NotRequired[Union[ProviderWishes, None]]
    max_tokens: NotRequired[int]
    messages: List[CountMessageTokensBodyMessagesItem]
    system: NotRequired[Union[str, List[CountMessageTokensBodySystemItem]]]
    tools: NotRequired[List[CountMessageTokensBodyToolsItem]]
    # Another name of `tools`.
    functions: NotRequired[List[CountMessageTokensBodyFunctionsItem]]
    tool_choice: NotRequired[CountMessageTokensBodyToolChoice]
    temperature: NotRequired[float]
    top_p: NotRequired[float]
    # Ids of collections: answered is from those of their files that speak most to the question.
    collection_ids: NotRequired[List[str]]
    # Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`.
    collection_filter: NotRequired[Dict[str, Any]]
    top_k: NotRequired[int]
    stop_sequences: NotRequired[List[str]]
    thinking: NotRequired[CountMessageTokensBodyThinking]
    # `effort` and `format` (`json_schema`) hold for every model; what else is in it goes to Anthropic.
    output_config: NotRequired[CountMessageTokensBodyOutputConfig]
    # The older name of `output_config.format`.
    output_format: NotRequired[Dict[str, Any]]
    # Passed on to Anthropic; refused by name where another vendor answers.
    mcp_servers: NotRequired[List[Dict[str, Any]]]
    # Passed on to Anthropic; refused by name where another vendor answers. Edits that clear thinking alone are a hint.
    context_management: NotRequired[Dict[str, Any]]
    # Passed on to Anthropic; refused by name where another vendor answers.
    container: NotRequired[Union[str, Dict[str, Any]]]
    # Passed on to Anthropic; refused by name where another vendor answers.
    inference_geo: NotRequired[str]
    # Passed on to Anthropic; otherwise ignored and named in the header `x-parley-warnings`.
    service_tier: NotRequired[str]
    # Passed on to Anthropic; otherwise ignored and named in the header `x-parley-warnings`.
    speed: NotRequired[str]
    # Passed on to Anthropic; otherwise ignored and named in the header `x-parley-warnings`.
    metadata: NotRequired[Dict[str, Any]]
    prompt: NotRequired[PromptChoice]
    # False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says.
    store: NotRequired[bool]
    # With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`.
    resumable: NotRequired[bool]
    stream: NotRequired[bool]
    # A mark at the end of the request.
    cache_control: NotRequired[Union[CountMessageTokensBodyCacheControl1, None]]


@final
class CountMessageTokensReply(TypedDict):
    input_tokens: int


@final
class ResumeStreamQuery(TypedDict):
    after: NotRequired[int]


@final
class CancelStreamReply(TypedDict):
    id: str
    # `cancelling`: the process that writes it has been told, and ends it within seconds.
    status: Literal["cancelling", "ended"]


@final
class ListGuardsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]


@final
class GuardCheck1(TypedDict):
    type: Literal["patterns"]
    # Regular expressions (RE2: no look-around, no back references), each met in linear time.
    patterns: List[str]
    ignore_case: NotRequired[bool]


@final
class GuardCheck2(TypedDict):
    type: Literal["words"]
    # Words and phrases; case and accents make no difference, and only whole words count.
    words: List[str]


@final
class GuardCheck3(TypedDict):
    type: Literal["personal_data"]
    # Default: all. Read in English, German, Spanish and French.
    kinds: NotRequired[List[Literal["secret", "email", "iban", "card", "national_id", "date_of_birth", "phone", "ip_address", "address", "name"]]]


# Is sent `{guard, stage, text, request_id}` and answers `{"action": "allow" | "block" | "mask", "text"?, "message"?}`; `text` stands in place of what it was sent.
@final
class GuardCheck4(TypedDict):
    type: Literal["webhook"]
    # A public https address that takes a POST.
    url: str
    timeout_ms: NotRequired[int]
    # What happens when it cannot say.
    on_error: NotRequired[Literal["allow", "block"]]


@final
class GuardCheck5(TypedDict):
    type: Literal["judge"]
    # What must not pass, in a sentence or two. A connected model is asked whether the text is such.
    instructions: str
    # Default: the model of the call.
    model: NotRequired[str]
    # What happens when it cannot say.
    on_error: NotRequired[Literal["allow", "block"]]


@final
class GuardCheck6(TypedDict):
    type: Literal["topics"]
    # What may be talked about; everything else meets the guard.
    allowed: NotRequired[List[str]]
    # What may not be talked about.
    denied: NotRequired[List[str]]
    # Default: the model of the call.
    model: NotRequired[str]
    # What happens when it cannot say.
    on_error: NotRequired[Literal["allow", "block"]]


@final
class GuardCheck7(TypedDict):
    type: Literal["schema"]
    # A JSON Schema that the whole reply must satisfy. For replies alone (`stage: "output"`).
    schema: Dict[str, Any]


@final
class Guard(TypedDict):
    id: str
    workspace_id: str
    # By which calls name it. Unique in the workspace.
    name: str
    # What it looks at: what the caller says, what the model says, or both.
    stage: Literal["input", "output", "both"]
    # `block`: the call is refused, or its stream ends, with `blocked_by_guard` · `mask`: what was found is replaced before a vendor or the caller sees it · `warn`: the call goes on and the reply says so in `warnings` · `shadow`: only the record says so.
    action: Literal["block", "mask", "warn", "shadow"]
    # What is looked for.
    check: Union[GuardCheck1, GuardCheck2, GuardCheck3, GuardCheck4, GuardCheck5, GuardCheck6, GuardCheck7]
    # With `mask` on input: the vendor sees placeholders, and the reply that the caller gets has the values again. Default: true.
    restore: bool
    # Ids of the keys whose calls it looks at; null for all of the workspace.
    keys: Union[List[str], None]
    # It looks only at calls that name it in the header `x-parley-guards`. Default: false.
    on_request: bool
    # Default: true.
    enabled: bool
    # Guards look one after the other, the lowest first. Default: 100.
    position: int
    # When it was made.
    created_at: str
    # When it was last changed.
    updated_at: str


@final
class ListGuardsReply(TypedDict):
    data: List[Guard]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class CreateGuardBodyCheck1(TypedDict):
    type: Literal["patterns"]
    # Regular expressions (RE2: no look-around, no back references), each met in linear time.
    patterns: List[str]
    ignore_case: NotRequired[bool]


@final
class CreateGuardBodyCheck2(TypedDict):
    type: Literal["words"]
    # Words and phrases; case and accents make no difference, and only whole words count.
    words: List[str]


@final
class CreateGuardBodyCheck3(TypedDict):
    type: Literal["personal_data"]
    # Default: all. Read in English, German, Spanish and French.
    kinds: NotRequired[List[Literal["secret", "email", "iban", "card", "national_id", "date_of_birth", "phone", "ip_address", "address", "name"]]]


# Is sent `{guard, stage, text, request_id}` and answers `{"action": "allow" | "block" | "mask", "text"?, "message"?}`; `text` stands in place of what it was sent.
@final
class CreateGuardBodyCheck4(TypedDict):
    type: Literal["webhook"]
    # A public https address that takes a POST.
    url: str
    timeout_ms: NotRequired[int]
    # What happens when it cannot say.
    on_error: NotRequired[Literal["allow", "block"]]


@final
class CreateGuardBodyCheck5(TypedDict):
    type: Literal["judge"]
    # What must not pass, in a sentence or two. A connected model is asked whether the text is such.
    instructions: str
    # Default: the model of the call.
    model: NotRequired[str]
    # What happens when it cannot say.
    on_error: NotRequired[Literal["allow", "block"]]


@final
class CreateGuardBodyCheck6(TypedDict):
    type: Literal["topics"]
    # What may be talked about; everything else meets the guard.
    allowed: NotRequired[List[str]]
    # What may not be talked about.
    denied: NotRequired[List[str]]
    # Default: the model of the call.
    model: NotRequired[str]
    # What happens when it cannot say.
    on_error: NotRequired[Literal["allow", "block"]]


@final
class CreateGuardBodyCheck7(TypedDict):
    type: Literal["schema"]
    # A JSON Schema that the whole reply must satisfy. For replies alone (`stage: "output"`).
    schema: Dict[str, Any]


@final
class CreateGuardBody(TypedDict):
    # Default: the first workspace that the caller may manage.
    workspace_id: NotRequired[str]
    # By which calls name it. Unique in the workspace.
    name: str
    # What it looks at: what the caller says, what the model says, or both.
    stage: Literal["input", "output", "both"]
    # `block`: the call is refused, or its stream ends, with `blocked_by_guard` · `mask`: what was found is replaced before a vendor or the caller sees it · `warn`: the call goes on and the reply says so in `warnings` · `shadow`: only the record says so.
    action: Literal["block", "mask", "warn", "shadow"]
    # What is looked for.
    check: Union[CreateGuardBodyCheck1, CreateGuardBodyCheck2, CreateGuardBodyCheck3, CreateGuardBodyCheck4, CreateGuardBodyCheck5, CreateGuardBodyCheck6, CreateGuardBodyCheck7]
    # With `mask` on input: the vendor sees placeholders, and the reply that the caller gets has the values again. Default: true.
    restore: NotRequired[bool]
    # Ids of the keys whose calls it looks at; null for all of the workspace.
    keys: NotRequired[Union[List[str], None]]
    # It looks only at calls that name it in the header `x-parley-guards`. Default: false.
    on_request: NotRequired[bool]
    # Default: true.
    enabled: NotRequired[bool]
    # Guards look one after the other, the lowest first. Default: 100.
    position: NotRequired[int]


@final
class UpdateGuardBodyCheck1(TypedDict):
    type: Literal["patterns"]
    # Regular expressions (RE2: no look-around, no back references), each met in linear time.
    patterns: List[str]
    ignore_case: NotRequired[bool]


@final
class UpdateGuardBodyCheck2(TypedDict):
    type: Literal["words"]
    # Words and phrases; case and accents make no difference, and only whole words count.
    words: List[str]


@final
class UpdateGuardBodyCheck3(TypedDict):
    type: Literal["personal_data"]
    # Default: all. Read in English, German, Spanish and French.
    kinds: NotRequired[List[Literal["secret", "email", "iban", "card", "national_id", "date_of_birth", "phone", "ip_address", "address", "name"]]]


# Is sent `{guard, stage, text, request_id}` and answers `{"action": "allow" | "block" | "mask", "text"?, "message"?}`; `text` stands in place of what it was sent.
@final
class UpdateGuardBodyCheck4(TypedDict):
    type: Literal["webhook"]
    # A public https address that takes a POST.
    url: str
    timeout_ms: NotRequired[int]
    # What happens when it cannot say.
    on_error: NotRequired[Literal["allow", "block"]]


@final
class UpdateGuardBodyCheck5(TypedDict):
    type: Literal["judge"]
    # What must not pass, in a sentence or two. A connected model is asked whether the text is such.
    instructions: str
    # Default: the model of the call.
    model: NotRequired[str]
    # What happens when it cannot say.
    on_error: NotRequired[Literal["allow", "block"]]


@final
class UpdateGuardBodyCheck6(TypedDict):
    type: Literal["topics"]
    # What may be talked about; everything else meets the guard.
    allowed: NotRequired[List[str]]
    # What may not be talked about.
    denied: NotRequired[List[str]]
    # Default: the model of the call.
    model: NotRequired[str]
    # What happens when it cannot say.
    on_error: NotRequired[Literal["allow", "block"]]


@final
class UpdateGuardBodyCheck7(TypedDict):
    type: Literal["schema"]
    # A JSON Schema that the whole reply must satisfy. For replies alone (`stage: "output"`).
    schema: Dict[str, Any]


@final
class UpdateGuardBody(TypedDict):
    # By which calls name it. Unique in the workspace.
    name: NotRequired[str]
    # What it looks at: what the caller says, what the model says, or both.
    stage: NotRequired[Literal["input", "output", "both"]]
    # `block`: the call is refused, or its stream ends, with `blocked_by_guard` · `mask`: what was found is replaced before a vendor or the caller sees it · `warn`: the call goes on and the reply says so in `warnings` · `shadow`: only the record says so.
    action: NotRequired[Literal["block", "mask", "warn", "shadow"]]
    # What is looked for.
    check: NotRequired[Union[UpdateGuardBodyCheck1, UpdateGuardBodyCheck2, UpdateGuardBodyCheck3, UpdateGuardBodyCheck4, UpdateGuardBodyCheck5, UpdateGuardBodyCheck6, UpdateGuardBodyCheck7]]
    # With `mask` on input: the vendor sees placeholders, and the reply that the caller gets has the values again. Default: true.
    restore: NotRequired[bool]
    # Ids of the keys whose calls it looks at; null for all of the workspace.
    keys: NotRequired[Union[List[str], None]]
    # It looks only at calls that name it in the header `x-parley-guards`. Default: false.
    on_request: NotRequired[bool]
    # Default: true.
    enabled: NotRequired[bool]
    # Guards look one after the other, the lowest first. Default: 100.
    position: NotRequired[int]


@final
class DeleteGuardReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class TryGuardBody(TypedDict):
    text: str
    stage: NotRequired[Literal["input", "output"]]


@final
class GuardDecision(TypedDict):
    # Its name.
    guard: str
    stage: Literal["input", "output"]
    action: Literal["block", "mask", "warn", "shadow"]
    # How often each kind of thing was found: kinds of personal data, `word`, `pattern`, `verdict`, `error`.
    findings: Dict[str, int]
    # How long it took.
    ms: float


@final
class TryGuardReply(TypedDict):
    # Null where it found nothing.
    decision: Union[GuardDecision, None]
    # The text as it would go on; null where it would not.
    text: Union[str, None]


@final
class GetKeptRepliesQuery(TypedDict):
    workspace_id: NotRequired[str]
    key_id: NotRequired[str]
    model: NotRequired[str]


@final
class KeptRepliesDataItem(TypedDict):
    workspace_id: str
    # Of the key whose calls wrote the replies, or looked for them.
    key_id: str
    # As calls name it.
    model: str
    # Replies that are kept.
    entries: int
    # What they take, about.
    bytes: int
    # Replies that were given again.
    hits: int
    # Times that one was looked for and not there.
    misses: int
    # What those that were given again had cost when they were written.
    saved_usd: float


# What the cache of replies holds, in the process that answers: each process keeps replies of its own.
@final
class KeptReplies(TypedDict):
    # Replies that are kept.
    entries: int
    # What they take, about.
    bytes: int
    # Replies that were given again.
    hits: int
    # Times that one was looked for and not there.
    misses: int
    # What those that were given again had cost when they were written.
    saved_usd: float
    # Beyond this the replies that were asked for longest ago give way.
    limit_bytes: int
    # From when on `hits`, `misses` and `saved_usd` count.
    since: str
    # By workspace, key and model, those with the most entries first; at most 1,000.
    data: List[KeptRepliesDataItem]


@final
class ClearKeptRepliesQuery(TypedDict):
    workspace_id: NotRequired[str]
    key_id: NotRequired[str]
    model: NotRequired[str]


@final
class ClearKeptRepliesReply(TypedDict):
    # Replies that this process had kept.
    removed: int


@final
class ListPromptsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]


@final
class StoredPromptLabelsValueItem(TypedDict):
    version: int
    # Of the calls. One user of the caller’s (`user`) always gets the same version.
    share: float


@final
class StoredPrompt(TypedDict):
    id: str
    workspace_id: str
    # Unique in the workspace.
    name: str
    description: Union[str, None]
    latest_version: int
    # The set that its versions are played against: `POST /v1/evaluations/runs` with `prompt` and no `set_id`.
    evaluation_set_id: Union[str, None]
    # Which versions a label means, and each one’s share of the calls.
    labels: Dict[str, List[StoredPromptLabelsValueItem]]
    # When it was made.
    created_at: str
    # When a version or a label was last set.
    updated_at: str


@final
class ListPromptsReply(TypedDict):
    data: List[StoredPrompt]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class CreatePromptBodyMessagesItem(TypedDict):
    role: Literal["user", "assistant"]
    content: str


@final
class CreatePromptBody(TypedDict):
    # Default: the first workspace that the caller may manage.
    workspace_id: NotRequired[str]
    # Unique in the workspace.
    name: str
    description: NotRequired[str]
    evaluation_set_id: NotRequired[str]
    # Instructions; they stand before those of the call.
    system: NotRequired[str]
    # Turns before those of the call, such as examples.
    messages: NotRequired[List[CreatePromptBodyMessagesItem]]
    # For calls that name no model of their own.
    model: NotRequired[str]
    # For calls that name none.
    temperature: NotRequired[float]
    # For calls that name none.
    max_tokens: NotRequired[int]
    # What changed, and why.
    note: NotRequired[str]
    # Labels that mean this version from now on.
    labels: NotRequired[List[str]]


@final
class UpdatePromptBody(TypedDict):
    description: NotRequired[Union[str, None]]
    evaluation_set_id: NotRequired[Union[str, None]]


@final
class DeletePromptReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class ListPromptVersionsQuery(TypedDict):
    limit: NotRequired[int]
    before: NotRequired[int]


@final
class PromptVersionMessagesItem(TypedDict):
    role: Literal["user", "assistant"]
    content: str


@final
class PromptVersionEvaluation1(TypedDict):
    run_id: str
    # From 0 to 1.
    score: Union[float, None]
    passed: int
    cases: int
    cost_usd: float
    p50_ms: Union[int, None]
    finished_at: Union[str, None]


@final
class PromptVersion(TypedDict):
    version: int
    # Instructions; they stand before those of the call.
    system: NotRequired[str]
    # Turns before those of the call, such as examples.
    messages: NotRequired[List[PromptVersionMessagesItem]]
    # For calls that name no model of their own.
    model: NotRequired[str]
    # For calls that name none.
    temperature: NotRequired[float]
    # For calls that name none.
    max_tokens: NotRequired[int]
    # Every `{{name}}` of the texts.
    variables: List[str]
    note: Union[str, None]
    # When it was made.
    created_at: str
    # Id of the person or key.
    created_by: str
    # Calls that began with it.
    calls: int
    # Mean of what was said of their replies by `POST /v1/feedback`, from -1 to 1; null for nothing.
    score: Union[float, None]
    # Of how many calls.
    scored: int
    # What came of the last whole run of the prompt's evaluation set with this version; null for none.
    evaluation: Union[PromptVersionEvaluation1, None]
    mean_cost_usd: Union[float, None]
    mean_duration_ms: Union[float, None]


@final
class ListPromptVersionsReply(TypedDict):
    data: List[PromptVersion]
    has_more: bool


@final
class CreatePromptVersionBodyMessagesItem(TypedDict):
    role: Literal["user", "assistant"]
    content: str


@final
class CreatePromptVersionBody(TypedDict):
    # Instructions; they stand before those of the call.
    system: NotRequired[str]
    # Turns before those of the call, such as examples.
    messages: NotRequired[List[CreatePromptVersionBodyMessagesItem]]
    # For calls that name no model of their own.
    model: NotRequired[str]
    # For calls that name none.
    temperature: NotRequired[float]
    # For calls that name none.
    max_tokens: NotRequired[int]
    # What changed, and why.
    note: NotRequired[str]
    # Labels that mean this version from now on.
    labels: NotRequired[List[str]]


@final
class SetPromptLabelBodyVersionsItem(TypedDict):
    version: int
    # Of the calls. One user of the caller’s (`user`) always gets the same version.
    share: float


@final
class SetPromptLabelBody(TypedDict):
    versions: List[SetPromptLabelBodyVersionsItem]


@final
class CreateCompletionBodyStreamOptions1(TypedDict):
    include_usage: NotRequired[Union[bool, None]]


@final
class CreateCompletionBody(TypedDict):
    # Kept with the record of the call; usage is added up by them.
    tags: NotRequired[List[str]]
    # Names and values, kept with the record of the call.
    metadata: NotRequired[Dict[str, str]]
    # Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.
    models: NotRequired[Union[List[str], None]]
    provider: NotRequired[Union[ProviderWishes, None]]
    # False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says.
    store: NotRequired[bool]
    # With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`.
    resumable: NotRequired[bool]
    # A model id of `GET /v1/models`, or `conversation` or `agent`: the default model with their instructions. May be left out where `models` or `prompt` says it.
    model: str
    max_tokens: NotRequired[Union[int, None]]
    temperature: NotRequired[float]
    top_p: NotRequired[float]
    # The same seed and request give the same reply where the engine can promise it.
    seed: NotRequired[int]
    # Text at which the reply ends, without that text; one or up to 16.
    stop: NotRequired[Union[str, List[str]]]
    # Above 0: words used often come less.
    frequency_penalty: NotRequired[float]
    # Above 0: words used once come less.
    presence_penalty: NotRequired[float]
    # How long a reasoning model thinks.
    reasoning_effort: NotRequired[Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]]
    # Text to continue, or up to 20: each gets its own completions. Lists of tokens are refused.
    prompt: Union[str, List[Union[str, List[Any], int]]]
    # Completions of each prompt.
    n: NotRequired[int]
    stream_options: NotRequired[Union[CreateCompletionBodyStreamOptions1, None]]
    # Put the prompt before each completion.
    echo: NotRequired[bool]
    # Not supported: refused.
    logprobs: NotRequired[Union[int, None]]
    # Not supported above `n`.
    best_of: NotRequired[Union[int, None]]
    # Not supported: refused.
    logit_bias: NotRequired[Union[Dict[str, float], None]]
    # Not supported: refused.
    suffix: NotRequired[Union[str, None]]
    user: NotRequired[str]


@final
class CompletionChoicesItem(TypedDict):
    text: str
    index: int
    finish_reason: Union[Literal["stop", "length", "content_filter"], None]
    logprobs: None


@final
class CompletionUsageCompletionTokensDetails(TypedDict):
    reasoning_tokens: int


@final
class CompletionUsage(TypedDict):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    completion_tokens_details: CompletionUsageCompletionTokensDetails


@final
class Completion(TypedDict):
    id: str
    object: Literal["text_completion"]
    # Seconds since 1970.
    created: int
    model: str
    choices: List[CompletionChoicesItem]
    usage: CompletionUsage


CompletionEvent: TypeAlias = "Union[CompletionEvent1, CompletionEvent2]"

@final
class CompletionEvent1ChoicesItem(TypedDict):
    text: str
    index: int
    finish_reason: Union[Literal["stop", "length", "content_filter"], None]
    logprobs: None


@final
class CompletionEvent1UsageCompletionTokensDetails(TypedDict):
    reasoning_tokens: int


@final
class CompletionEvent1Usage(TypedDict):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    completion_tokens_details: CompletionEvent1UsageCompletionTokensDetails


@final
class CompletionEvent1(TypedDict):
    id: str
    object: Literal["text_completion"]
    # Seconds since 1970.
    created: int
    model: str
    choices: List[CompletionEvent1ChoicesItem]
    usage: NotRequired[CompletionEvent1Usage]


@final
class CompletionEvent2Error(TypedDict):
    message: str
    type: str
    # The field that is wrong; null when none is to blame.
    param: Union[str, None]
    code: str


@final
class CompletionEvent2(TypedDict):
    error: CompletionEvent2Error


@final
class OpenAIMessageContent12ItemFile(TypedDict):
    file_id: NotRequired[str]


# `text`, `image_url` or `file` (`file_id`, or `file_data` with `filename`); `input_audio` is refused.
@final
class OpenAIMessageContent12Item(TypedDict):
    type: str
    file: NotRequired[OpenAIMessageContent12ItemFile]


@final
class OpenAIMessageToolCalls1ItemFunction(TypedDict):
    name: str
    # JSON text.
    arguments: str


@final
class OpenAIMessageToolCalls1Item(TypedDict):
    id: str
    type: Literal["function"]
    function: OpenAIMessageToolCalls1ItemFunction


@final
class OpenAIMessage(TypedDict):
    role: Literal["developer", "system", "user", "assistant", "tool"]
    content: NotRequired[Union[Union[str, List[OpenAIMessageContent12Item]], None]]
    name: NotRequired[Union[str, None]]
    refusal: NotRequired[Union[str, None]]
    reasoning_content: NotRequired[Union[str, None]]
    tool_calls: NotRequired[Union[List[OpenAIMessageToolCalls1Item], None]]
    # Of the call that a `tool` message answers.
    tool_call_id: NotRequired[str]


# The reply satisfies the schema, or the call fails with `schema_not_met`.
@final
class CreateOpenAIChatCompletionBodyResponseFormat1(TypedDict):
    type: Literal["text", "json_object", "json_schema"]


@final
class CreateOpenAIChatCompletionBodyTools1ItemFunction(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]
    parameters: NotRequired[Union[Dict[str, Any], None]]
    strict: NotRequired[Union[bool, None]]


# Of type `function`; other types are refused by name.
@final
class CreateOpenAIChatCompletionBodyTools1Item(TypedDict):
    type: str
    function: NotRequired[CreateOpenAIChatCompletionBodyTools1ItemFunction]


@final
class CreateOpenAIChatCompletionBodyToolChoice12Function(TypedDict):
    name: NotRequired[str]


@final
class CreateOpenAIChatCompletionBodyToolChoice12(TypedDict):
    type: str
    function: NotRequired[CreateOpenAIChatCompletionBodyToolChoice12Function]


@final
class CreateOpenAIChatCompletionBodyStreamOptions1(TypedDict):
    include_usage: NotRequired[Union[bool, None]]


@final
class CreateOpenAIChatCompletionBody(TypedDict):
    # A model id of `GET /v1/models`, or `conversation` or `agent`: the default model with their instructions. May be left out where `models` or `prompt` says it.
    model: NotRequired[str]
    # Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.
    models: NotRequired[Union[List[str], None]]
    provider: NotRequired[Union[ProviderWishes, None]]
    messages: List[OpenAIMessage]
    temperature: NotRequired[Union[float, None]]
    top_p: NotRequired[Union[float, None]]
    parallel_tool_calls: NotRequired[Union[bool, None]]
    resumable: NotRequired[Union[bool, None]]
    max_completion_tokens: NotRequired[Union[int, None]]
    max_tokens: NotRequired[Union[int, None]]
    n: NotRequired[Union[int, None]]
    seed: NotRequired[Union[int, None]]
    stop: NotRequired[Union[Union[str, List[str]], None]]
    frequency_penalty: NotRequired[Union[float, None]]
    presence_penalty: NotRequired[Union[float, None]]
    reasoning_effort: NotRequired[Union[Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"], None]]
    response_format: NotRequired[Union[CreateOpenAIChatCompletionBodyResponseFormat1, None]]
    tools: NotRequired[Union[List[CreateOpenAIChatCompletionBodyTools1Item], None]]
    tool_choice: NotRequired[Union[Union[Literal["none", "auto", "required"], CreateOpenAIChatCompletionBodyToolChoice12], None]]
    stream_options: NotRequired[Union[CreateOpenAIChatCompletionBodyStreamOptions1, None]]
    user: NotRequired[Union[str, None]]
    metadata: NotRequired[Union[Dict[str, Any], None]]
    service_tier: NotRequired[Union[str, None]]
    safety_identifier: NotRequired[Union[str, None]]
    prompt_cache_key: NotRequired[Union[str, None]]
    prompt_cache_retention: NotRequired[Union[str, None]]
    prompt: NotRequired[Union[PromptChoice, None]]
    store: NotRequired[Union[bool, None]]
    prediction: NotRequired[Union[Dict[str, Any], None]]
    top_k: NotRequired[Union[int, None]]
    reasoning: NotRequired[Union[Dict[str, Any], None]]
    min_p: NotRequired[Union[float, None]]
    repetition_penalty: NotRequired[Union[float, None]]
    chat_template_kwargs: NotRequired[Union[Dict[str, Any], None]]
    modalities: NotRequired[Union[List[str], None]]
    verbosity: NotRequired[Union[str, None]]
    logprobs: NotRequired[Union[bool, None]]
    top_logprobs: NotRequired[Union[int, None]]
    logit_bias: NotRequired[Union[Dict[str, float], None]]
    audio: NotRequired[Union[Dict[str, Any], None]]
    web_search_options: NotRequired[Union[Dict[str, Any], None]]
    functions: NotRequired[Union[List[Any], None]]
    function_call: NotRequired[Union[Any, None]]
    file_ids: NotRequired[Union[List[str], None]]
    collection_ids: NotRequired[Union[List[str], None]]
    collection_filter: NotRequired[Union[Dict[str, Any], None]]


@final
class OpenAIChatCompletionChoicesItemMessageToolCallsItemFunction(TypedDict):
    name: str
    # JSON text.
    arguments: str


@final
class OpenAIChatCompletionChoicesItemMessageToolCallsItem(TypedDict):
    id: str
    type: Literal["function"]
    function: OpenAIChatCompletionChoicesItemMessageToolCallsItemFunction


@final
class OpenAIChatCompletionChoicesItemMessage(TypedDict):
    role: Literal["assistant"]
    content: Union[str, None]
    # The words with which the model declined.
    refusal: Union[str, None]
    # What the model thought, where it says.
    reasoning_content: NotRequired[str]
    tool_calls: NotRequired[List[OpenAIChatCompletionChoicesItemMessageToolCallsItem]]


@final
class OpenAIChatCompletionChoicesItemLogprobs2ContentItem(TypedDict):
    token: NotRequired[str]
    logprob: NotRequired[float]


# With `logprobs`, as the vendor says.
@final
class OpenAIChatCompletionChoicesItemLogprobs2(TypedDict):
    content: List[OpenAIChatCompletionChoicesItemLogprobs2ContentItem]
    refusal: None


@final
class OpenAIChatCompletionChoicesItem(TypedDict):
    index: int
    message: OpenAIChatCompletionChoicesItemMessage
    logprobs: Union[None, OpenAIChatCompletionChoicesItemLogprobs2]
    finish_reason: Literal["stop", "length", "tool_calls", "content_filter"]


@final
class OpenAIUsagePromptTokensDetails(TypedDict):
    cached_tokens: int


@final
class OpenAIUsageCompletionTokensDetails(TypedDict):
    reasoning_tokens: int


@final
class OpenAIUsage(TypedDict):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    prompt_tokens_details: OpenAIUsagePromptTokensDetails
    completion_tokens_details: OpenAIUsageCompletionTokensDetails


@final
class OpenAIChatCompletion(TypedDict):
    id: str
    # Seconds since 1970.
    created: int
    model: str
    object: Literal["chat.completion"]
    choices: List[OpenAIChatCompletionChoicesItem]
    usage: OpenAIUsage
    # The passages that the reply rests on.
    sources: NotRequired[List[Source]]
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


OpenAIChatEvent: TypeAlias = "Union[OpenAIChatEvent1, OpenAIChatEvent2]"

@final
class OpenAIChatEvent1ChoicesItemDeltaToolCallsItemFunction(TypedDict):
    name: str
    # JSON text.
    arguments: str


@final
class OpenAIChatEvent1ChoicesItemDeltaToolCallsItem(TypedDict):
    index: int
    id: str
    type: Literal["function"]
    function: OpenAIChatEvent1ChoicesItemDeltaToolCallsItemFunction


@final
class OpenAIChatEvent1ChoicesItemDelta(TypedDict):
    role: NotRequired[Literal["assistant"]]
    content: NotRequired[str]
    refusal: NotRequired[str]
    reasoning_content: NotRequired[str]
    tool_calls: NotRequired[List[OpenAIChatEvent1ChoicesItemDeltaToolCallsItem]]


@final
class OpenAIChatEvent1ChoicesItemLogprobs2ContentItem(TypedDict):
    token: NotRequired[str]
    logprob: NotRequired[float]


# With `logprobs`, as the vendor says.
@final
class OpenAIChatEvent1ChoicesItemLogprobs2(TypedDict):
    content: List[OpenAIChatEvent1ChoicesItemLogprobs2ContentItem]
    refusal: None


@final
class OpenAIChatEvent1ChoicesItem(TypedDict):
    index: int
    delta: OpenAIChatEvent1ChoicesItemDelta
    logprobs: Union[None, OpenAIChatEvent1ChoicesItemLogprobs2]
    finish_reason: Union[Literal["stop", "length", "tool_calls", "content_filter"], None]


@final
class OpenAIChatEvent1(TypedDict):
    id: str
    # Seconds since 1970.
    created: int
    model: str
    object: Literal["chat.completion.chunk"]
    choices: List[OpenAIChatEvent1ChoicesItem]
    usage: NotRequired[Union[OpenAIUsage, None]]
    # The passages that the reply rests on.
    sources: NotRequired[List[Source]]
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


@final
class OpenAIChatEvent2Error(TypedDict):
    message: str
    type: str
    # The field that is wrong; null when none is to blame.
    param: Union[str, None]
    code: str


@final
class OpenAIChatEvent2(TypedDict):
    error: OpenAIChatEvent2Error


@final
class CreateEmbeddingBody(TypedDict):
    # `multilingual-e5-small` (embedded: likeness of meaning), `lexical` (embedded: likeness of words), or `provider/model`. `small-1` and `small-2` stand for the default.
    model: str
    # A text, or up to 2,048 of them. Lists of tokens are refused.
    input: Union[str, List[Union[str, List[Any], int]]]
    dimensions: NotRequired[Union[int, None]]
    encoding_format: NotRequired[Union[Literal["float", "base64"], None]]
    # Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`.
    provider: NotRequired[Union[ProviderWishes, None]]
    user: NotRequired[Union[str, None]]
    metadata: NotRequired[Union[Dict[str, Any], None]]
    service_tier: NotRequired[Union[str, None]]
    safety_identifier: NotRequired[Union[str, None]]
    prompt_cache_key: NotRequired[Union[str, None]]
    prompt_cache_retention: NotRequired[Union[str, None]]


@final
class EmbeddingListDataItem(TypedDict):
    object: Literal["embedding"]
    index: int
    # A vector of length 1; with `base64` its 32-bit numbers, little-endian.
    embedding: Union[List[float], str]


@final
class EmbeddingListUsage(TypedDict):
    prompt_tokens: int
    total_tokens: int


@final
class EmbeddingList(TypedDict):
    object: Literal["list"]
    data: List[EmbeddingListDataItem]
    # What made them: vectors of different models never compare.
    model: str
    usage: EmbeddingListUsage


@final
class CreateModerationBodyInput3Item1(TypedDict):
    type: Literal["text"]
    text: str


@final
class CreateModerationBodyInput3Item2ImageUrl(TypedDict):
    # An https address, which the vendor fetches, or a data URL.
    url: str


@final
class CreateModerationBodyInput3Item2(TypedDict):
    type: Literal["image_url"]
    image_url: CreateModerationBodyInput3Item2ImageUrl


@final
class CreateModerationBody(TypedDict):
    model: NotRequired[Union[str, None]]
    # Up to 4,000,000 characters of text in all.
    input: Union[str, List[str], List[Union[CreateModerationBodyInput3Item1, CreateModerationBodyInput3Item2]]]
    # Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`.
    provider: NotRequired[Union[ProviderWishes, None]]


@final
class ModerationListResultsItem(TypedDict):
    # Whether any category applies.
    flagged: bool
    # By the vendor's names.
    categories: Dict[str, bool]
    category_scores: Dict[str, float]
    # Absent where the vendor says none.
    category_applied_input_types: NotRequired[Dict[str, List[str]]]


@final
class ModerationList(TypedDict):
    id: str
    # What judged: `provider/model`.
    model: str
    # One for each text of a list, else one.
    results: List[ModerationListResultsItem]


@final
class CreateRerankBodyDocumentsItem2(TypedDict):
    text: str


@final
class CreateRerankBody(TypedDict):
    model: NotRequired[Union[str, None]]
    query: str
    # Texts, or objects with a `text`; 1,000,000 characters together at most.
    documents: List[Union[str, CreateRerankBodyDocumentsItem2]]
    top_n: NotRequired[Union[int, None]]
    # Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`.
    provider: NotRequired[Union[ProviderWishes, None]]
    return_documents: NotRequired[Union[bool, None]]


@final
class RerankListResultsItemDocument(TypedDict):
    text: str


@final
class RerankListResultsItem(TypedDict):
    # Of the document in the request.
    index: int
    relevance_score: float
    document: NotRequired[RerankListResultsItemDocument]


@final
class RerankListUsage(TypedDict):
    prompt_tokens: int
    total_tokens: int


@final
class RerankList(TypedDict):
    object: Literal["list"]
    # What put them in order: scores of different models never compare.
    model: str
    # Best first.
    results: List[RerankListResultsItem]
    usage: RerankListUsage


@final
class CreateOpenAIImageBody(TypedDict):
    prompt: str
    model: NotRequired[Union[str, None]]
    n: NotRequired[Union[int, None]]
    # Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`.
    provider: NotRequired[Union[ProviderWishes, None]]
    size: NotRequired[Union[Literal["auto", "256x256", "512x512", "1024x1024", "1536x1024", "1024x1536", "1792x1024", "1024x1792", "1920x1080", "1080x1920", "1024x768", "768x1024"], None]]
    response_format: NotRequired[Union[Literal["url", "b64_json"], None]]
    output_format: NotRequired[Union[Literal["png", "jpeg", "webp"], None]]
    output_compression: NotRequired[Union[int, None]]
    quality: NotRequired[Union[Literal["auto", "standard", "low", "medium", "high", "hd"], None]]
    background: NotRequired[Union[Literal["auto", "opaque", "transparent"], None]]
    style: NotRequired[Union[Literal["vivid", "natural"], None]]
    moderation: NotRequired[Union[Literal["auto", "low"], None]]
    partial_images: NotRequired[Union[int, None]]
    user: NotRequired[Union[str, None]]


@final
class OpenAIImagesDataItem(TypedDict):
    b64_json: NotRequired[str]
    url: NotRequired[str]
    # What was drawn, when that is not the prompt itself.
    revised_prompt: NotRequired[str]


@final
class OpenAIImagesUsageInputTokensDetails(TypedDict):
    text_tokens: int
    image_tokens: int


@final
class OpenAIImagesUsage(TypedDict):
    total_tokens: int
    # Where the engine counts tokens, else 0.
    input_tokens: int
    output_tokens: int
    input_tokens_details: OpenAIImagesUsageInputTokensDetails


@final
class OpenAIImages(TypedDict):
    # Seconds since 1970.
    created: int
    data: List[OpenAIImagesDataItem]
    background: Literal["opaque"]
    output_format: Literal["png", "jpeg"]
    quality: Literal["medium"]
    size: str
    usage: OpenAIImagesUsage
    # What drew them. `sketch` is a drawing program, not a diffusion model.
    model: str
    # What of the prompt was not drawn, and fields that are not known.
    warnings: NotRequired[List[str]]


OpenAIImageEvent: TypeAlias = "Union[OpenAIImageEvent1, OpenAIImageEvent2]"

@final
class OpenAIImageEvent1UsageInputTokensDetails(TypedDict):
    text_tokens: int
    image_tokens: int


@final
class OpenAIImageEvent1Usage(TypedDict):
    total_tokens: int
    # Where the engine counts tokens, else 0.
    input_tokens: int
    output_tokens: int
    input_tokens_details: OpenAIImageEvent1UsageInputTokensDetails


@final
class OpenAIImageEvent1(TypedDict):
    type: Literal["image_generation.completed"]
    b64_json: str
    created_at: int
    background: Literal["opaque"]
    output_format: Literal["png", "jpeg"]
    quality: Literal["medium"]
    size: str
    usage: OpenAIImageEvent1Usage


@final
class OpenAIImageEvent2Error(TypedDict):
    message: str
    type: str
    param: Union[str, None]
    code: str


@final
class OpenAIImageEvent2(TypedDict):
    type: Literal["error"]
    error: OpenAIImageEvent2Error


@final
class CreateResponseBodyInput2ItemContentItem(TypedDict):
    file_id: NotRequired[str]


@final
class CreateResponseBodyInput2ItemOutputItem(TypedDict):
    file_id: NotRequired[str]


# A message, `function_call`, `function_call_output`, `reasoning`, `item_reference`, or an item of an earlier `output`.
@final
class CreateResponseBodyInput2Item(TypedDict):
    content: NotRequired[Union[str, List[CreateResponseBodyInput2ItemContentItem], None]]
    output: NotRequired[Union[str, List[CreateResponseBodyInput2ItemOutputItem]]]


@final
class CreateResponseBodyReasoning1(TypedDict):
    effort: NotRequired[Union[Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"], None]]
    summary: NotRequired[Union[str, None]]


@final
class CreateResponseBodyText1Format1(TypedDict):
    type: NotRequired[str]


@final
class CreateResponseBodyText1(TypedDict):
    format: NotRequired[Union[CreateResponseBodyText1Format1, None]]
    verbosity: NotRequired[Union[str, None]]


@final
class CreateResponseBodyTools1ItemFilters(TypedDict):
    allowed_domains: NotRequired[List[str]]


# `function`, `web_search` (needs the scope `research`) or `file_search` (`vector_store_ids`: collections).
@final
class CreateResponseBodyTools1Item(TypedDict):
    type: str
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    parameters: NotRequired[Union[Dict[str, Any], None]]
    strict: NotRequired[Union[bool, None]]
    vector_store_ids: NotRequired[List[str]]
    max_num_results: NotRequired[int]
    filters: NotRequired[Union[CreateResponseBodyTools1ItemFilters, None]]


@final
class CreateResponseBodyToolChoice12(TypedDict):
    type: str
    name: NotRequired[str]


@final
class CreateResponseBody(TypedDict):
    # A model id of `GET /v1/models`, or `conversation` or `agent`: the default model with their instructions. May be left out where `models` or `prompt` says it.
    model: NotRequired[str]
    # Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.
    models: NotRequired[Union[List[str], None]]
    provider: NotRequired[Union[ProviderWishes, None]]
    input: Union[str, List[CreateResponseBodyInput2Item]]
    instructions: NotRequired[Union[str, None]]
    previous_response_id: NotRequired[Union[str, None]]
    temperature: NotRequired[Union[float, None]]
    top_p: NotRequired[Union[float, None]]
    parallel_tool_calls: NotRequired[Union[bool, None]]
    resumable: NotRequired[Union[bool, None]]
    max_output_tokens: NotRequired[Union[int, None]]
    reasoning: NotRequired[Union[CreateResponseBodyReasoning1, None]]
    text: NotRequired[Union[CreateResponseBodyText1, None]]
    tools: NotRequired[Union[List[CreateResponseBodyTools1Item], None]]
    tool_choice: NotRequired[Union[Union[Literal["none", "auto", "required"], CreateResponseBodyToolChoice12], None]]
    stream_options: NotRequired[Union[Dict[str, Any], None]]
    store: NotRequired[Union[bool, None]]
    background: NotRequired[Union[bool, None]]
    include: NotRequired[Union[List[str], None]]
    truncation: NotRequired[Union[Literal["disabled", "auto"], None]]
    user: NotRequired[Union[str, None]]
    metadata: NotRequired[Union[Dict[str, Any], None]]
    service_tier: NotRequired[Union[str, None]]
    safety_identifier: NotRequired[Union[str, None]]
    prompt_cache_key: NotRequired[Union[str, None]]
    prompt_cache_retention: NotRequired[Union[str, None]]
    max_tool_calls: NotRequired[Union[int, None]]
    top_logprobs: NotRequired[Union[int, None]]
    conversation: NotRequired[Union[Any, None]]
    prompt: NotRequired[Union[PromptChoice, None]]
    file_ids: NotRequired[Union[List[str], None]]


@final
class OpenAIResponseError1(TypedDict):
    code: str
    message: str


@final
class OpenAIResponseIncompleteDetails1(TypedDict):
    reason: Literal["max_output_tokens", "content_filter"]


ResponseItem: TypeAlias = "Union[ResponseItem1, ResponseItem2, ResponseItem3, ResponseItem4, ResponseItem5]"

@final
class ResponseItem1ContentItem1AnnotationsItem1(TypedDict):
    type: Literal["file_citation"]
    file_id: str
    filename: str
    # Where in the text the citation belongs.
    index: int


@final
class ResponseItem1ContentItem1AnnotationsItem2(TypedDict):
    type: Literal["url_citation"]
    url: str
    title: str
    start_index: int
    end_index: int


@final
class ResponseItem1ContentItem1(TypedDict):
    type: Literal["output_text"]
    text: str
    annotations: List[Union[ResponseItem1ContentItem1AnnotationsItem1, ResponseItem1ContentItem1AnnotationsItem2]]
    logprobs: List[Any]


@final
class ResponseItem1ContentItem2(TypedDict):
    type: Literal["refusal"]
    refusal: str


@final
class ResponseItem1(TypedDict):
    type: Literal["message"]
    id: str
    status: Literal["in_progress", "completed", "incomplete"]
    role: Literal["assistant"]
    content: List[Union[ResponseItem1ContentItem1, ResponseItem1ContentItem2]]


@final
class ResponseItem2(TypedDict):
    type: Literal["function_call"]
    id: str
    call_id: str
    name: str
    # JSON text.
    arguments: str
    status: Literal["in_progress", "completed", "incomplete"]


@final
class ResponseItem3SummaryItem(TypedDict):
    type: Literal["summary_text"]
    text: str


@final
class ResponseItem3(TypedDict):
    type: Literal["reasoning"]
    id: str
    summary: List[ResponseItem3SummaryItem]


@final
class ResponseItem4ActionSourcesItem(TypedDict):
    type: Literal["url"]
    url: str


@final
class ResponseItem4Action(TypedDict):
    type: Literal["search"]
    query: str
    sources: NotRequired[List[ResponseItem4ActionSourcesItem]]


@final
class ResponseItem4(TypedDict):
    type: Literal["web_search_call"]
    id: str
    status: Literal["in_progress", "searching", "completed", "failed"]
    action: ResponseItem4Action


@final
class ResponseItem5Results1Item(TypedDict):
    file_id: str
    filename: str
    score: float
    text: str
    attributes: Dict[str, Any]


@final
class ResponseItem5(TypedDict):
    type: Literal["file_search_call"]
    id: str
    status: Literal["in_progress", "searching", "completed", "failed"]
    queries: List[str]
    results: Union[List[ResponseItem5Results1Item], None]


@final
class OpenAIResponseReasoning(TypedDict):
    effort: Union[str, None]
    summary: Union[str, None]


@final
class OpenAIResponseText(TypedDict):
    format: Dict[str, Any]


@final
class OpenAIResponseUsage1InputTokensDetails(TypedDict):
    cached_tokens: int


@final
class OpenAIResponseUsage1OutputTokensDetails(TypedDict):
    reasoning_tokens: int


@final
class OpenAIResponseUsage1(TypedDict):
    input_tokens: int
    input_tokens_details: OpenAIResponseUsage1InputTokensDetails
    output_tokens: int
    output_tokens_details: OpenAIResponseUsage1OutputTokensDetails
    total_tokens: int


@final
class OpenAIResponse(TypedDict):
    id: str
    object: Literal["response"]
    # Seconds since 1970.
    created_at: int
    completed_at: Union[int, None]
    status: Literal["queued", "in_progress", "completed", "incomplete", "failed", "cancelled"]
    background: bool
    error: Union[OpenAIResponseError1, None]
    incomplete_details: Union[OpenAIResponseIncompleteDetails1, None]
    instructions: Union[str, None]
    max_output_tokens: Union[int, None]
    model: str
    output: List[ResponseItem]
    parallel_tool_calls: bool
    previous_response_id: Union[str, None]
    reasoning: OpenAIResponseReasoning
    store: bool
    # Where none was given, 1 stands for the default of the model.
    temperature: float
    text: OpenAIResponseText
    tool_choice: Union[str, Dict[str, Any]]
    tools: List[Dict[str, Any]]
    top_p: float
    presence_penalty: float
    frequency_penalty: float
    top_logprobs: int
    max_tool_calls: Union[int, None]
    service_tier: str
    safety_identifier: Union[str, None]
    prompt_cache_key: Union[str, None]
    truncation: Literal["disabled"]
    usage: Union[OpenAIResponseUsage1, None]
    user: Union[str, None]
    metadata: Dict[str, Any]
    # The passages that the reply rests on.
    sources: NotRequired[List[Source]]
    # How the request was taken, such as pictures that were read by OCR.
    warnings: NotRequired[List[str]]
    # The engine that answered: `reader`, `openai`, `anthropic` and so on.
    engine: NotRequired[str]
    # The embedded engine cannot do what was asked without a connected model; the text says so.
    code: NotRequired[Literal["needs_model"]]


OpenAIResponseEvent: TypeAlias = "Union[OpenAIResponseEvent1, OpenAIResponseEvent2, OpenAIResponseEvent3, OpenAIResponseEvent4, OpenAIResponseEvent5, OpenAIResponseEvent6, OpenAIResponseEvent7, OpenAIResponseEvent8, OpenAIResponseEvent9, OpenAIResponseEvent10, OpenAIResponseEvent11, OpenAIResponseEvent12, OpenAIResponseEvent13, OpenAIResponseEvent14]"

@final
class OpenAIResponseEvent1(TypedDict):
    type: Literal["response.created", "response.queued", "response.in_progress", "response.completed", "response.incomplete", "response.failed"]
    sequence_number: int
    response: OpenAIResponse


@final
class OpenAIResponseEvent2(TypedDict):
    type: Literal["response.output_item.added", "response.output_item.done"]
    sequence_number: int
    output_index: int
    item: ResponseItem


@final
class OpenAIResponseEvent3Part1AnnotationsItem1(TypedDict):
    type: Literal["file_citation"]
    file_id: str
    filename: str
    # Where in the text the citation belongs.
    index: int


@final
class OpenAIResponseEvent3Part1AnnotationsItem2(TypedDict):
    type: Literal["url_citation"]
    url: str
    title: str
    start_index: int
    end_index: int


@final
class OpenAIResponseEvent3Part1(TypedDict):
    type: Literal["output_text"]
    text: str
    annotations: List[Union[OpenAIResponseEvent3Part1AnnotationsItem1, OpenAIResponseEvent3Part1AnnotationsItem2]]
    logprobs: List[Any]


@final
class OpenAIResponseEvent3Part2(TypedDict):
    type: Literal["refusal"]
    refusal: str


@final
class OpenAIResponseEvent3(TypedDict):
    type: Literal["response.content_part.added", "response.content_part.done"]
    sequence_number: int
    item_id: str
    output_index: int
    content_index: int
    part: Union[OpenAIResponseEvent3Part1, OpenAIResponseEvent3Part2]


@final
class OpenAIResponseEvent4(TypedDict):
    type: Literal["response.output_text.delta"]
    sequence_number: int
    item_id: str
    output_index: int
    content_index: int
    delta: str
    logprobs: List[Any]


@final
class OpenAIResponseEvent5(TypedDict):
    type: Literal["response.refusal.delta"]
    sequence_number: int
    item_id: str
    output_index: int
    content_index: int
    delta: str


@final
class OpenAIResponseEvent6(TypedDict):
    type: Literal["response.refusal.done"]
    sequence_number: int
    item_id: str
    output_index: int
    content_index: int
    refusal: str


@final
class OpenAIResponseEvent7Annotation1(TypedDict):
    type: Literal["file_citation"]
    file_id: str
    filename: str
    # Where in the text the citation belongs.
    index: int


@final
class OpenAIResponseEvent7Annotation2(TypedDict):
    type: Literal["url_citation"]
    url: str
    title: str
    start_index: int
    end_index: int


@final
class OpenAIResponseEvent7(TypedDict):
    type: Literal["response.output_text.annotation.added"]
    sequence_number: int
    item_id: str
    output_index: int
    content_index: int
    annotation_index: int
    annotation: Union[OpenAIResponseEvent7Annotation1, OpenAIResponseEvent7Annotation2]


@final
class OpenAIResponseEvent8(TypedDict):
    type: Literal["response.output_text.done"]
    sequence_number: int
    item_id: str
    output_index: int
    content_index: int
    text: str
    logprobs: List[Any]


@final
class OpenAIResponseEvent9(TypedDict):
    type: Literal["response.function_call_arguments.delta"]
    sequence_number: int
    item_id: str
    output_index: int
    delta: str


@final
class OpenAIResponseEvent10(TypedDict):
    type: Literal["response.function_call_arguments.done"]
    sequence_number: int
    item_id: str
    output_index: int
    name: str
    arguments: str


@final
class OpenAIResponseEvent11Part(TypedDict):
    type: Literal["summary_text"]
    text: str


@final
class OpenAIResponseEvent11(TypedDict):
    type: Literal["response.reasoning_summary_part.added", "response.reasoning_summary_part.done"]
    sequence_number: int
    item_id: str
    output_index: int
    summary_index: int
    part: OpenAIResponseEvent11Part


@final
class OpenAIResponseEvent12(TypedDict):
    type: Literal["response.reasoning_summary_text.delta"]
    sequence_number: int
    item_id: str
    output_index: int
    summary_index: int
    delta: str


@final
class OpenAIResponseEvent13(TypedDict):
    type: Literal["response.reasoning_summary_text.done"]
    sequence_number: int
    item_id: str
    output_index: int
    summary_index: int
    text: str


@final
class OpenAIResponseEvent14(TypedDict):
    type: Literal["response.web_search_call.in_progress", "response.web_search_call.searching", "response.web_search_call.completed", "response.file_search_call.in_progress", "response.file_search_call.searching", "response.file_search_call.completed"]
    sequence_number: int
    item_id: str
    output_index: int


@final
class GetResponseQuery(TypedDict):
    stream: NotRequired[bool]
    starting_after: NotRequired[int]


@final
class DeleteResponseReply(TypedDict):
    id: str
    object: Literal["response"]
    deleted: Literal[True]


@final
class ListResponseInputReply(TypedDict):
    object: Literal["list"]
    data: List[Dict[str, Any]]
    has_more: Literal[False]
    first_id: Union[str, None]
    last_id: Union[str, None]


@final
class CreateBatchBodyOutputExpiresAfter1(TypedDict):
    anchor: Literal["created_at"]
    seconds: int


@final
class CreateBatchBody(TypedDict):
    # A file of JSON Lines, uploaded with `purpose: "batch"`: `{"custom_id", "method": "POST", "url", "body"}` in each line.
    input_file_id: str
    # What every line calls.
    endpoint: Literal["/v1/chat/completions", "/v1/responses", "/v1/embeddings", "/v1/completions", "/v1/messages", "/v1/answer"]
    # Within which it ends, `1h` to `168h`; OpenAI knows `24h` alone. What is not done by then is in the file of errors as `batch_expired`.
    completion_window: str
    metadata: NotRequired[Union[Dict[str, str], None]]
    output_expires_after: NotRequired[Union[CreateBatchBodyOutputExpiresAfter1, None]]
    webhook_url: NotRequired[Union[str, None]]


@final
class BatchErrors1DataItem(TypedDict):
    code: str
    message: str
    param: Union[str, None]
    line: Union[int, None]


# What is wrong with the input file, its first 100 faults.
@final
class BatchErrors1(TypedDict):
    object: Literal["list"]
    data: List[BatchErrors1DataItem]


@final
class BatchRequestCounts(TypedDict):
    total: int
    completed: int
    failed: int


@final
class BatchUsageInputTokensDetails(TypedDict):
    cached_tokens: int


# Of all lines that are done.
@final
class BatchUsage(TypedDict):
    input_tokens: int
    input_tokens_details: BatchUsageInputTokensDetails
    output_tokens: int
    total_tokens: int


@final
class Batch(TypedDict):
    id: str
    object: Literal["batch"]
    endpoint: Literal["/v1/chat/completions", "/v1/responses", "/v1/embeddings", "/v1/completions", "/v1/messages", "/v1/answer"]
    errors: Union[BatchErrors1, None]
    input_file_id: str
    completion_window: str
    status: Literal["validating", "failed", "in_progress", "finalizing", "completed", "expired", "cancelling", "cancelled"]
    output_file_id: Union[str, None]
    error_file_id: Union[str, None]
    # Seconds since 1970.
    created_at: int
    in_progress_at: Union[int, None]
    # Seconds since 1970.
    expires_at: int
    finalizing_at: Union[int, None]
    completed_at: Union[int, None]
    failed_at: Union[int, None]
    expired_at: Union[int, None]
    cancelling_at: Union[int, None]
    cancelled_at: Union[int, None]
    request_counts: BatchRequestCounts
    # Of all lines that are done.
    usage: BatchUsage
    # Ours: what the lines that are done were charged.
    cost_usd: float
    metadata: Union[Dict[str, str], None]
    # With `webhook_url`, in the reply to the call alone: what signs its webhook.
    webhook_secret: NotRequired[str]


@final
class ListBatchesQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]


@final
class ListBatchesReply(TypedDict):
    object: Literal["list"]
    data: List[Batch]
    first_id: Union[str, None]
    last_id: Union[str, None]
    has_more: bool


@final
class CreateMessageBatchBodyRequestsItem(TypedDict):
    # Yours, and no other request’s.
    custom_id: str
    # What `POST /v1/messages` takes, but for `stream`.
    params: Dict[str, Any]


@final
class CreateMessageBatchBody(TypedDict):
    requests: List[CreateMessageBatchBodyRequestsItem]


@final
class MessageBatchRequestCounts(TypedDict):
    processing: int
    succeeded: int
    errored: int
    canceled: int
    expired: int


@final
class MessageBatch(TypedDict):
    id: str
    type: Literal["message_batch"]
    processing_status: Literal["in_progress", "canceling", "ended"]
    request_counts: MessageBatchRequestCounts
    created_at: str
    expires_at: str
    ended_at: Union[str, None]
    cancel_initiated_at: Union[str, None]
    archived_at: None
    results_url: Union[str, None]
    # Ours: what the requests that are done were charged.
    cost_usd: float


@final
class ListMessageBatchesQuery(TypedDict):
    limit: NotRequired[int]
    after_id: NotRequired[str]


@final
class ListMessageBatchesReply(TypedDict):
    data: List[MessageBatch]
    first_id: Union[str, None]
    last_id: Union[str, None]
    has_more: bool


@final
class DeleteMessageBatchReply(TypedDict):
    id: str
    type: Literal["message_batch_deleted"]


@final
class ListEvaluationSetsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]


# Texts without the blanks around them; anything else as JSON.
@final
class EvaluationSetChecksItem1(TypedDict):
    type: Literal["equals"]
    # Default: what the case expects.
    value: NotRequired[Any]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class EvaluationSetChecksItem2(TypedDict):
    type: Literal["contains"]
    # Default: what the case expects.
    value: NotRequired[str]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class EvaluationSetChecksItem3(TypedDict):
    type: Literal["matches"]
    # A regular expression (RE2: no look-around, no back references), met in linear time.
    pattern: str
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class EvaluationSetChecksItem4(TypedDict):
    type: Literal["json_schema"]
    # The reply is JSON that satisfies it.
    schema: Dict[str, Any]


# The text, or the field, has a number that near.
@final
class EvaluationSetChecksItem5(TypedDict):
    type: Literal["number"]
    # Default: what the case expects.
    value: NotRequired[float]
    # How far from it a number may be, in its own unit.
    tolerance: float
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]


@final
class EvaluationSetChecksItem6(TypedDict):
    type: Literal["cites"]
    # The id of a file that stands among the sources of the reply.
    file: str
    # With this page.
    page: NotRequired[int]


@final
class EvaluationSetChecksItem7(TypedDict):
    type: Literal["latency"]
    # The call takes no longer.
    max_ms: int


@final
class EvaluationSetChecksItem8(TypedDict):
    type: Literal["cost"]
    # The call costs no more.
    max_usd: float


# Its money is `judge_cost_usd`, apart from that of the call.
@final
class EvaluationSetChecksItem9(TypedDict):
    type: Literal["judge"]
    # What a good reply is. A connected model gives a score from 0 to 1, with its reason.
    rubric: str
    # Default: `judge_model` of the run.
    model: NotRequired[str]
    # From this score on it passes.
    min_score: NotRequired[float]


# By `POST /v1/feedback` for the `request_id` of the result; until it comes, the case is neither passed nor failed.
@final
class EvaluationSetChecksItem10(TypedDict):
    type: Literal["feedback"]
    # From this score on it passes.
    min_score: NotRequired[float]


@final
class EvaluationSet(TypedDict):
    id: str
    # What people call it.
    name: str
    description: Union[str, None]
    # For cases that have none of their own.
    checks: List[Union[EvaluationSetChecksItem1, EvaluationSetChecksItem2, EvaluationSetChecksItem3, EvaluationSetChecksItem4, EvaluationSetChecksItem5, EvaluationSetChecksItem6, EvaluationSetChecksItem7, EvaluationSetChecksItem8, EvaluationSetChecksItem9, EvaluationSetChecksItem10]]
    # How many there are.
    cases: int
    # When it was made.
    created_at: str
    # When it or a case of it was last changed.
    updated_at: str


@final
class ListEvaluationSetsReply(TypedDict):
    data: List[EvaluationSet]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


# Texts without the blanks around them; anything else as JSON.
@final
class CreateEvaluationSetBodyChecksItem1(TypedDict):
    type: Literal["equals"]
    # Default: what the case expects.
    value: NotRequired[Any]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class CreateEvaluationSetBodyChecksItem2(TypedDict):
    type: Literal["contains"]
    # Default: what the case expects.
    value: NotRequired[str]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class CreateEvaluationSetBodyChecksItem3(TypedDict):
    type: Literal["matches"]
    # A regular expression (RE2: no look-around, no back references), met in linear time.
    pattern: str
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class CreateEvaluationSetBodyChecksItem4(TypedDict):
    type: Literal["json_schema"]
    # The reply is JSON that satisfies it.
    schema: Dict[str, Any]


# The text, or the field, has a number that near.
@final
class CreateEvaluationSetBodyChecksItem5(TypedDict):
    type: Literal["number"]
    # Default: what the case expects.
    value: NotRequired[float]
    # How far from it a number may be, in its own unit.
    tolerance: float
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]


@final
class CreateEvaluationSetBodyChecksItem6(TypedDict):
    type: Literal["cites"]
    # The id of a file that stands among the sources of the reply.
    file: str
    # With this page.
    page: NotRequired[int]


@final
class CreateEvaluationSetBodyChecksItem7(TypedDict):
    type: Literal["latency"]
    # The call takes no longer.
    max_ms: int


@final
class CreateEvaluationSetBodyChecksItem8(TypedDict):
    type: Literal["cost"]
    # The call costs no more.
    max_usd: float


# Its money is `judge_cost_usd`, apart from that of the call.
@final
class CreateEvaluationSetBodyChecksItem9(TypedDict):
    type: Literal["judge"]
    # What a good reply is. A connected model gives a score from 0 to 1, with its reason.
    rubric: str
    # Default: `judge_model` of the run.
    model: NotRequired[str]
    # From this score on it passes.
    min_score: NotRequired[float]


# By `POST /v1/feedback` for the `request_id` of the result; until it comes, the case is neither passed nor failed.
@final
class CreateEvaluationSetBodyChecksItem10(TypedDict):
    type: Literal["feedback"]
    # From this score on it passes.
    min_score: NotRequired[float]


# Texts without the blanks around them; anything else as JSON.
@final
class NewEvaluationCaseChecksItem1(TypedDict):
    type: Literal["equals"]
    # Default: what the case expects.
    value: NotRequired[Any]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class NewEvaluationCaseChecksItem2(TypedDict):
    type: Literal["contains"]
    # Default: what the case expects.
    value: NotRequired[str]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class NewEvaluationCaseChecksItem3(TypedDict):
    type: Literal["matches"]
    # A regular expression (RE2: no look-around, no back references), met in linear time.
    pattern: str
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class NewEvaluationCaseChecksItem4(TypedDict):
    type: Literal["json_schema"]
    # The reply is JSON that satisfies it.
    schema: Dict[str, Any]


# The text, or the field, has a number that near.
@final
class NewEvaluationCaseChecksItem5(TypedDict):
    type: Literal["number"]
    # Default: what the case expects.
    value: NotRequired[float]
    # How far from it a number may be, in its own unit.
    tolerance: float
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]


@final
class NewEvaluationCaseChecksItem6(TypedDict):
    type: Literal["cites"]
    # The id of a file that stands among the sources of the reply.
    file: str
    # With this page.
    page: NotRequired[int]


@final
class NewEvaluationCaseChecksItem7(TypedDict):
    type: Literal["latency"]
    # The call takes no longer.
    max_ms: int


@final
class NewEvaluationCaseChecksItem8(TypedDict):
    type: Literal["cost"]
    # The call costs no more.
    max_usd: float


# Its money is `judge_cost_usd`, apart from that of the call.
@final
class NewEvaluationCaseChecksItem9(TypedDict):
    type: Literal["judge"]
    # What a good reply is. A connected model gives a score from 0 to 1, with its reason.
    rubric: str
    # Default: `judge_model` of the run.
    model: NotRequired[str]
    # From this score on it passes.
    min_score: NotRequired[float]


# By `POST /v1/feedback` for the `request_id` of the result; until it comes, the case is neither passed nor failed.
@final
class NewEvaluationCaseChecksItem10(TypedDict):
    type: Literal["feedback"]
    # From this score on it passes.
    min_score: NotRequired[float]


@final
class NewEvaluationCase(TypedDict):
    # To find it again.
    name: NotRequired[str]
    # What is called.
    endpoint: NotRequired[Literal["/v1/answer", "/v1/conversation", "/v1/agent", "/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1/completions"]]
    # The body of the call, but for `stream` and `background`; a run sets `model` and `prompt` in it.
    request: Dict[str, Any]
    # What a right reply is, for the checks and the judge.
    expected: NotRequired[Any]
    # Default: those of the set; where it has none either, and something is expected: `contains`, whatever the case.
    checks: NotRequired[List[Union[NewEvaluationCaseChecksItem1, NewEvaluationCaseChecksItem2, NewEvaluationCaseChecksItem3, NewEvaluationCaseChecksItem4, NewEvaluationCaseChecksItem5, NewEvaluationCaseChecksItem6, NewEvaluationCaseChecksItem7, NewEvaluationCaseChecksItem8, NewEvaluationCaseChecksItem9, NewEvaluationCaseChecksItem10]]]


@final
class CreateEvaluationSetBody(TypedDict):
    # What people call it.
    name: str
    description: NotRequired[Union[str, None]]
    # For cases that have none of their own.
    checks: NotRequired[List[Union[CreateEvaluationSetBodyChecksItem1, CreateEvaluationSetBodyChecksItem2, CreateEvaluationSetBodyChecksItem3, CreateEvaluationSetBodyChecksItem4, CreateEvaluationSetBodyChecksItem5, CreateEvaluationSetBodyChecksItem6, CreateEvaluationSetBodyChecksItem7, CreateEvaluationSetBodyChecksItem8, CreateEvaluationSetBodyChecksItem9, CreateEvaluationSetBodyChecksItem10]]]
    # Its first cases.
    cases: NotRequired[List[NewEvaluationCase]]


# Texts without the blanks around them; anything else as JSON.
@final
class UpdateEvaluationSetBodyChecksItem1(TypedDict):
    type: Literal["equals"]
    # Default: what the case expects.
    value: NotRequired[Any]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class UpdateEvaluationSetBodyChecksItem2(TypedDict):
    type: Literal["contains"]
    # Default: what the case expects.
    value: NotRequired[str]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class UpdateEvaluationSetBodyChecksItem3(TypedDict):
    type: Literal["matches"]
    # A regular expression (RE2: no look-around, no back references), met in linear time.
    pattern: str
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class UpdateEvaluationSetBodyChecksItem4(TypedDict):
    type: Literal["json_schema"]
    # The reply is JSON that satisfies it.
    schema: Dict[str, Any]


# The text, or the field, has a number that near.
@final
class UpdateEvaluationSetBodyChecksItem5(TypedDict):
    type: Literal["number"]
    # Default: what the case expects.
    value: NotRequired[float]
    # How far from it a number may be, in its own unit.
    tolerance: float
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]


@final
class UpdateEvaluationSetBodyChecksItem6(TypedDict):
    type: Literal["cites"]
    # The id of a file that stands among the sources of the reply.
    file: str
    # With this page.
    page: NotRequired[int]


@final
class UpdateEvaluationSetBodyChecksItem7(TypedDict):
    type: Literal["latency"]
    # The call takes no longer.
    max_ms: int


@final
class UpdateEvaluationSetBodyChecksItem8(TypedDict):
    type: Literal["cost"]
    # The call costs no more.
    max_usd: float


# Its money is `judge_cost_usd`, apart from that of the call.
@final
class UpdateEvaluationSetBodyChecksItem9(TypedDict):
    type: Literal["judge"]
    # What a good reply is. A connected model gives a score from 0 to 1, with its reason.
    rubric: str
    # Default: `judge_model` of the run.
    model: NotRequired[str]
    # From this score on it passes.
    min_score: NotRequired[float]


# By `POST /v1/feedback` for the `request_id` of the result; until it comes, the case is neither passed nor failed.
@final
class UpdateEvaluationSetBodyChecksItem10(TypedDict):
    type: Literal["feedback"]
    # From this score on it passes.
    min_score: NotRequired[float]


@final
class UpdateEvaluationSetBody(TypedDict):
    # What people call it.
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    # For cases that have none of their own.
    checks: NotRequired[List[Union[UpdateEvaluationSetBodyChecksItem1, UpdateEvaluationSetBodyChecksItem2, UpdateEvaluationSetBodyChecksItem3, UpdateEvaluationSetBodyChecksItem4, UpdateEvaluationSetBodyChecksItem5, UpdateEvaluationSetBodyChecksItem6, UpdateEvaluationSetBodyChecksItem7, UpdateEvaluationSetBodyChecksItem8, UpdateEvaluationSetBodyChecksItem9, UpdateEvaluationSetBodyChecksItem10]]]


@final
class DeleteEvaluationSetReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class ListEvaluationCasesQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int]


# Texts without the blanks around them; anything else as JSON.
@final
class EvaluationCaseChecks1Item1(TypedDict):
    type: Literal["equals"]
    # Default: what the case expects.
    value: NotRequired[Any]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class EvaluationCaseChecks1Item2(TypedDict):
    type: Literal["contains"]
    # Default: what the case expects.
    value: NotRequired[str]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class EvaluationCaseChecks1Item3(TypedDict):
    type: Literal["matches"]
    # A regular expression (RE2: no look-around, no back references), met in linear time.
    pattern: str
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class EvaluationCaseChecks1Item4(TypedDict):
    type: Literal["json_schema"]
    # The reply is JSON that satisfies it.
    schema: Dict[str, Any]


# The text, or the field, has a number that near.
@final
class EvaluationCaseChecks1Item5(TypedDict):
    type: Literal["number"]
    # Default: what the case expects.
    value: NotRequired[float]
    # How far from it a number may be, in its own unit.
    tolerance: float
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]


@final
class EvaluationCaseChecks1Item6(TypedDict):
    type: Literal["cites"]
    # The id of a file that stands among the sources of the reply.
    file: str
    # With this page.
    page: NotRequired[int]


@final
class EvaluationCaseChecks1Item7(TypedDict):
    type: Literal["latency"]
    # The call takes no longer.
    max_ms: int


@final
class EvaluationCaseChecks1Item8(TypedDict):
    type: Literal["cost"]
    # The call costs no more.
    max_usd: float


# Its money is `judge_cost_usd`, apart from that of the call.
@final
class EvaluationCaseChecks1Item9(TypedDict):
    type: Literal["judge"]
    # What a good reply is. A connected model gives a score from 0 to 1, with its reason.
    rubric: str
    # Default: `judge_model` of the run.
    model: NotRequired[str]
    # From this score on it passes.
    min_score: NotRequired[float]


# By `POST /v1/feedback` for the `request_id` of the result; until it comes, the case is neither passed nor failed.
@final
class EvaluationCaseChecks1Item10(TypedDict):
    type: Literal["feedback"]
    # From this score on it passes.
    min_score: NotRequired[float]


@final
class EvaluationCase(TypedDict):
    id: str
    set_id: str
    # In the set, from 1 on.
    position: int
    # To find it again.
    name: str
    # What is called.
    endpoint: Literal["/v1/answer", "/v1/conversation", "/v1/agent", "/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1/completions"]
    # The body of the call, but for `stream` and `background`; a run sets `model` and `prompt` in it.
    request: Dict[str, Any]
    # What a right reply is, for the checks and the judge.
    expected: Any
    checks: Union[List[Union[EvaluationCaseChecks1Item1, EvaluationCaseChecks1Item2, EvaluationCaseChecks1Item3, EvaluationCaseChecks1Item4, EvaluationCaseChecks1Item5, EvaluationCaseChecks1Item6, EvaluationCaseChecks1Item7, EvaluationCaseChecks1Item8, EvaluationCaseChecks1Item9, EvaluationCaseChecks1Item10]], None]
    from_request_id: Union[str, None]
    # When it was made.
    created_at: str


@final
class ListEvaluationCasesReply(TypedDict):
    data: List[EvaluationCase]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[int, None]


# From calls whose contents are kept (`contents` of the settings), newest first, by request ids or by what is asked here. A key takes those that were made with it; admins of the workspace who are signed in take all of the workspace.
AddEvaluationCasesBodyFromCalls = TypedDict("AddEvaluationCasesBodyFromCalls", {
    "request_ids": "NotRequired[List[str]]",
    # The earliest call.
    "from": "NotRequired[str]",
    # Calls before this time.
    "to": "NotRequired[str]",
    # What is called.
    "endpoint": "NotRequired[Literal['/v1/answer', '/v1/conversation', '/v1/agent', '/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/completions']]",
    "model": "NotRequired[str]",
    "tag": "NotRequired[str]",
    "user_id": "NotRequired[str]",
    # For admins who are signed in.
    "key_id": "NotRequired[str]",
    "limit": "NotRequired[int]",
    # What was answered then is what is expected.
    "expect_reply": "NotRequired[bool]",
})

@final
class AddEvaluationCasesBody(TypedDict):
    cases: NotRequired[List[NewEvaluationCase]]
    # From calls whose contents are kept (`contents` of the settings), newest first, by request ids or by what is asked here. A key takes those that were made with it; admins of the workspace who are signed in take all of the workspace.
    from_calls: NotRequired[AddEvaluationCasesBodyFromCalls]


@final
class AddedCasesSkippedItem(TypedDict):
    request_id: str
    reason: str


@final
class AddedCases(TypedDict):
    # Those that were added.
    data: List[EvaluationCase]
    # Calls that cannot be called again, and why.
    skipped: List[AddedCasesSkippedItem]


# Texts without the blanks around them; anything else as JSON.
@final
class UpdateEvaluationCaseBodyChecks1Item1(TypedDict):
    type: Literal["equals"]
    # Default: what the case expects.
    value: NotRequired[Any]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class UpdateEvaluationCaseBodyChecks1Item2(TypedDict):
    type: Literal["contains"]
    # Default: what the case expects.
    value: NotRequired[str]
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class UpdateEvaluationCaseBodyChecks1Item3(TypedDict):
    type: Literal["matches"]
    # A regular expression (RE2: no look-around, no back references), met in linear time.
    pattern: str
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]
    ignore_case: NotRequired[bool]


@final
class UpdateEvaluationCaseBodyChecks1Item4(TypedDict):
    type: Literal["json_schema"]
    # The reply is JSON that satisfies it.
    schema: Dict[str, Any]


# The text, or the field, has a number that near.
@final
class UpdateEvaluationCaseBodyChecks1Item5(TypedDict):
    type: Literal["number"]
    # Default: what the case expects.
    value: NotRequired[float]
    # How far from it a number may be, in its own unit.
    tolerance: float
    # A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.
    at: NotRequired[str]


@final
class UpdateEvaluationCaseBodyChecks1Item6(TypedDict):
    type: Literal["cites"]
    # The id of a file that stands among the sources of the reply.
    file: str
    # With this page.
    page: NotRequired[int]


@final
class UpdateEvaluationCaseBodyChecks1Item7(TypedDict):
    type: Literal["latency"]
    # The call takes no longer.
    max_ms: int


@final
class UpdateEvaluationCaseBodyChecks1Item8(TypedDict):
    type: Literal["cost"]
    # The call costs no more.
    max_usd: float


# Its money is `judge_cost_usd`, apart from that of the call.
@final
class UpdateEvaluationCaseBodyChecks1Item9(TypedDict):
    type: Literal["judge"]
    # What a good reply is. A connected model gives a score from 0 to 1, with its reason.
    rubric: str
    # Default: `judge_model` of the run.
    model: NotRequired[str]
    # From this score on it passes.
    min_score: NotRequired[float]


# By `POST /v1/feedback` for the `request_id` of the result; until it comes, the case is neither passed nor failed.
@final
class UpdateEvaluationCaseBodyChecks1Item10(TypedDict):
    type: Literal["feedback"]
    # From this score on it passes.
    min_score: NotRequired[float]


@final
class UpdateEvaluationCaseBody(TypedDict):
    # To find it again.
    name: NotRequired[str]
    # The body of the call, but for `stream` and `background`; a run sets `model` and `prompt` in it.
    request: NotRequired[Dict[str, Any]]
    # What a right reply is, for the checks and the judge.
    expected: NotRequired[Any]
    checks: NotRequired[Union[List[Union[UpdateEvaluationCaseBodyChecks1Item1, UpdateEvaluationCaseBodyChecks1Item2, UpdateEvaluationCaseBodyChecks1Item3, UpdateEvaluationCaseBodyChecks1Item4, UpdateEvaluationCaseBodyChecks1Item5, UpdateEvaluationCaseBodyChecks1Item6, UpdateEvaluationCaseBodyChecks1Item7, UpdateEvaluationCaseBodyChecks1Item8, UpdateEvaluationCaseBodyChecks1Item9, UpdateEvaluationCaseBodyChecks1Item10]], None]]


@final
class DeleteEvaluationCaseReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class ListEvaluationRunsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    set_id: NotRequired[str]


# Every call begins with it. A label means the version that it means when the case is called.
@final
class EvaluationRunPrompt1(TypedDict):
    # Id or name of a kept prompt.
    id: str
    version: NotRequired[int]
    label: NotRequired[str]
    # For all cases; those of a case go before them.
    variables: NotRequired[Dict[str, Union[str, float, bool]]]


@final
class EvaluationRunError1(TypedDict):
    code: str
    message: str


@final
class EvaluationRun(TypedDict):
    id: str
    set_id: str
    name: str
    model: Union[str, None]
    prompt: Union[EvaluationRunPrompt1, None]
    judge_model: Union[str, None]
    concurrency: int
    status: Literal["queued", "running", "completed", "failed", "cancelled"]
    # Of the set when the run began.
    cases: int
    # Cases that were called and checked.
    done: int
    # Cases of which every check passed.
    passed: int
    # Cases of which a check failed, or whose call did.
    failed: int
    # Cases without checks, that wait for feedback, or whose judge could not say.
    undecided: int
    # Cases whose call failed.
    errors: int
    score: Union[float, None]
    # Of the calls.
    cost_usd: float
    # Of the judges.
    judge_cost_usd: float
    p50_ms: Union[int, None]
    p95_ms: Union[int, None]
    error: Union[EvaluationRunError1, None]
    # When it was asked for.
    created_at: str
    started_at: Union[str, None]
    finished_at: Union[str, None]
    # With `webhook_url`, in the reply to the call alone: what signs its webhook.
    webhook_secret: NotRequired[str]


@final
class ListEvaluationRunsReply(TypedDict):
    data: List[EvaluationRun]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


# Every call begins with it. A label means the version that it means when the case is called.
@final
class CreateEvaluationRunBodyPrompt(TypedDict):
    # Id or name of a kept prompt.
    id: str
    version: NotRequired[int]
    label: NotRequired[str]
    # For all cases; those of a case go before them.
    variables: NotRequired[Dict[str, Union[str, float, bool]]]


@final
class CreateEvaluationRunBody(TypedDict):
    # Default: the evaluation set of `prompt`.
    set_id: NotRequired[str]
    # Default: the model or the prompt.
    name: NotRequired[str]
    # A model or a route. Default: what each case names.
    model: NotRequired[str]
    # Every call begins with it. A label means the version that it means when the case is called.
    prompt: NotRequired[CreateEvaluationRunBodyPrompt]
    # Default: the default model of the service.
    judge_model: NotRequired[str]
    # Calls at once.
    concurrency: NotRequired[int]
    webhook_url: NotRequired[Union[str, None]]


@final
class DeleteEvaluationRunReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class ListEvaluationResultsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int]


@final
class EvaluationResultChecksItem(TypedDict):
    type: Literal["equals", "contains", "matches", "json_schema", "number", "cites", "latency", "cost", "judge", "feedback"]
    passed: Union[bool, None]
    score: Union[float, None]
    reason: Union[str, None]


@final
class EvaluationResult(TypedDict):
    case_id: str
    position: int
    name: str
    # Of its record in the ledger; for `POST /v1/feedback`.
    request_id: str
    # HTTP status of the reply.
    status: int
    error_code: Union[str, None]
    # The text of the reply, or what went wrong; up to 100,000 characters.
    output: str
    model: Union[str, None]
    passed: Union[bool, None]
    score: Union[float, None]
    checks: List[EvaluationResultChecksItem]
    cost_usd: float
    judge_cost_usd: float
    duration_ms: int


@final
class ListEvaluationResultsReply(TypedDict):
    data: List[EvaluationResult]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[int, None]


@final
class CompareEvaluationRunsQuery(TypedDict):
    runs: str
    limit: NotRequired[int]
    after: NotRequired[int]


@final
class EvaluationComparisonCasesItemResultsItem1ChecksItem(TypedDict):
    type: Literal["equals", "contains", "matches", "json_schema", "number", "cites", "latency", "cost", "judge", "feedback"]
    passed: Union[bool, None]
    score: Union[float, None]
    reason: Union[str, None]


@final
class EvaluationComparisonCasesItemResultsItem1(TypedDict):
    # Of its record in the ledger; for `POST /v1/feedback`.
    request_id: str
    # HTTP status of the reply.
    status: int
    error_code: Union[str, None]
    # The text of the reply, or what went wrong; up to 100,000 characters.
    output: str
    model: Union[str, None]
    passed: Union[bool, None]
    score: Union[float, None]
    checks: List[EvaluationComparisonCasesItemResultsItem1ChecksItem]
    cost_usd: float
    judge_cost_usd: float
    duration_ms: int


@final
class EvaluationComparisonCasesItem(TypedDict):
    case_id: str
    position: int
    name: str
    # One for each run, in the same order; null where a run has none of this case.
    results: List[Union[EvaluationComparisonCasesItemResultsItem1, None]]


@final
class EvaluationComparison(TypedDict):
    set_id: str
    # In the order in which they were named.
    runs: List[EvaluationRun]
    cases: List[EvaluationComparisonCasesItem]
    has_more: bool
    next: Union[int, None]


@final
class CreateSpeechBodyVoice2(TypedDict):
    id: str


@final
class CreateSpeechBody(TypedDict):
    model: NotRequired[Union[str, None]]
    # What is said.
    input: str
    # By the vendor's names, such as `alloy`.
    voice: Union[str, CreateSpeechBodyVoice2]
    instructions: NotRequired[Union[str, None]]
    response_format: NotRequired[Union[Literal["mp3", "opus", "aac", "flac", "wav", "pcm"], None]]
    speed: NotRequired[Union[float, None]]
    # Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`.
    provider: NotRequired[Union[ProviderWishes, None]]
    stream_format: NotRequired[Union[Literal["audio"], None]]


@final
class CreateUploadUrlBody(TypedDict):
    filename: NotRequired[str]
    # Fetch the file from this public address instead.
    url: NotRequired[str]
    # Seconds after which the file is deleted by itself. Default: never.
    expires_in: NotRequired[int]
    # How long the answer waits for the processing.
    wait_ms: NotRequired[int]
    # Your own id of the end user it is of: `eraseUser` deletes it with everything else of theirs.
    user_id: NotRequired[str]


@final
class CreateUploadUrlReply1(TypedDict):
    success: Literal[True]
    file_id: str
    # PUT the bytes here, without a key. Works for ten minutes.
    upload_url: str
    storage_path: str
    expires_at: str


@final
class CreateUploadUrlReply2Error1(TypedDict):
    code: str
    message: str


@final
class CreateUploadUrlReply2(TypedDict):
    success: Literal[True]
    # The same as `file_id`.
    id: str
    # Goes into `file_ids` of text requests.
    file_id: str
    # The file that this one was taken out of: an archive, a message or a PDF. Null for what was uploaded.
    parent_file_id: Union[str, None]
    filename: str
    # Bytes; null until they were uploaded.
    file_size: Union[int, None]
    # The same as `file_size`.
    size: Union[int, None]
    # Found in the content; null until it was processed.
    kind: Union[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"], None]
    # The same as `kind`.
    file_type: Union[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"], None]
    # Of the lines of a batch and of its replies, which are kept as they are and never read; null for all other files.
    purpose: Union[Literal["batch", "batch_output"], None]
    # An address that works without a key, when there is one.
    public_url: Union[str, None]
    # Found in the content; until then as it was declared.
    media_type: Union[str, None]
    # `pending` (not confirmed yet), then `processing`, then `ready` or `failed`.
    status: Literal["pending", "processing", "ready", "failed"]
    # Pages of a PDF, slides of a presentation; null where pages have no meaning.
    pages: Union[int, None]
    created_at: str
    # When it became `ready` or `failed`.
    processed_at: Union[str, None]
    # When it is deleted by itself; null for never.
    expires_at: Union[str, None]
    # What was found, by kind: pages, columns, schema, outline and the like. Lists leave `extracted_text` out.
    metadata: Union[Dict[str, Any], None]
    # One sentence, such as `CSV with 3 columns (a, b, c), 120 rows`.
    processing_summary: Union[str, None]
    # Why it `failed`.
    error: Union[CreateUploadUrlReply2Error1, None]
    # What the user should know: pages left out, a size that differs.
    warnings: List[str]


@final
class ConfirmUploadBody(TypedDict):
    file_id: str
    filename: NotRequired[str]
    # Bytes. `warnings` says when as many as these did not come.
    file_size: int
    # How long the answer waits for the processing.
    wait_ms: NotRequired[int]
    # Seconds after which the file is deleted by itself. Default: never.
    expires_in: NotRequired[int]
    # Your own id of the end user it is of: `eraseUser` deletes it with everything else of theirs.
    user_id: NotRequired[str]


@final
class ConfirmUploadReplyError1(TypedDict):
    code: str
    message: str


@final
class ConfirmUploadReply(TypedDict):
    success: Literal[True]
    # The same as `file_id`.
    id: str
    # Goes into `file_ids` of text requests.
    file_id: str
    # The file that this one was taken out of: an archive, a message or a PDF. Null for what was uploaded.
    parent_file_id: Union[str, None]
    filename: str
    # Bytes; null until they were uploaded.
    file_size: Union[int, None]
    # The same as `file_size`.
    size: Union[int, None]
    # Found in the content; null until it was processed.
    kind: Union[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"], None]
    # The same as `kind`.
    file_type: Union[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"], None]
    # Of the lines of a batch and of its replies, which are kept as they are and never read; null for all other files.
    purpose: Union[Literal["batch", "batch_output"], None]
    # An address that works without a key, when there is one.
    public_url: Union[str, None]
    # Found in the content; until then as it was declared.
    media_type: Union[str, None]
    # `pending` (not confirmed yet), then `processing`, then `ready` or `failed`.
    status: Literal["pending", "processing", "ready", "failed"]
    # Pages of a PDF, slides of a presentation; null where pages have no meaning.
    pages: Union[int, None]
    created_at: str
    # When it became `ready` or `failed`.
    processed_at: Union[str, None]
    # When it is deleted by itself; null for never.
    expires_at: Union[str, None]
    # What was found, by kind: pages, columns, schema, outline and the like. Lists leave `extracted_text` out.
    metadata: Union[Dict[str, Any], None]
    # One sentence, such as `CSV with 3 columns (a, b, c), 120 rows`.
    processing_summary: Union[str, None]
    # Why it `failed`.
    error: Union[ConfirmUploadReplyError1, None]
    # What the user should know: pages left out, a size that differs.
    warnings: List[str]


@final
class ListFilesQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    status: NotRequired[Literal["pending", "processing", "ready", "failed"]]
    kind: NotRequired[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"]]
    name: NotRequired[str]
    created_after: NotRequired[str]
    created_before: NotRequired[str]
    parent_file_id: NotRequired[str]


@final
class FileInfoError1(TypedDict):
    code: str
    message: str


# An uploaded file and what was found in it.
@final
class FileInfo(TypedDict):
    # The same as `file_id`.
    id: str
    # Goes into `file_ids` of text requests.
    file_id: str
    # The file that this one was taken out of: an archive, a message or a PDF. Null for what was uploaded.
    parent_file_id: Union[str, None]
    filename: str
    # Bytes; null until they were uploaded.
    file_size: Union[int, None]
    # The same as `file_size`.
    size: Union[int, None]
    # Found in the content; null until it was processed.
    kind: Union[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"], None]
    # The same as `kind`.
    file_type: Union[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"], None]
    # Of the lines of a batch and of its replies, which are kept as they are and never read; null for all other files.
    purpose: Union[Literal["batch", "batch_output"], None]
    # An address that works without a key, when there is one.
    public_url: Union[str, None]
    # Found in the content; until then as it was declared.
    media_type: Union[str, None]
    # `pending` (not confirmed yet), then `processing`, then `ready` or `failed`.
    status: Literal["pending", "processing", "ready", "failed"]
    # Pages of a PDF, slides of a presentation; null where pages have no meaning.
    pages: Union[int, None]
    created_at: str
    # When it became `ready` or `failed`.
    processed_at: Union[str, None]
    # When it is deleted by itself; null for never.
    expires_at: Union[str, None]
    # What was found, by kind: pages, columns, schema, outline and the like. Lists leave `extracted_text` out.
    metadata: Union[Dict[str, Any], None]
    # One sentence, such as `CSV with 3 columns (a, b, c), 120 rows`.
    processing_summary: Union[str, None]
    # Why it `failed`.
    error: Union[FileInfoError1, None]
    # What the user should know: pages left out, a size that differs.
    warnings: List[str]


@final
class ListFilesReply(TypedDict):
    success: Literal[True]
    data: List[FileInfo]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class ListFileMetadataBody(TypedDict):
    file_ids: List[str]
    user_id: NotRequired[str]


@final
class GetFileReplyError1(TypedDict):
    code: str
    message: str


@final
class GetFileReply(TypedDict):
    success: Literal[True]
    # The same as `file_id`.
    id: str
    # Goes into `file_ids` of text requests.
    file_id: str
    # The file that this one was taken out of: an archive, a message or a PDF. Null for what was uploaded.
    parent_file_id: Union[str, None]
    filename: str
    # Bytes; null until they were uploaded.
    file_size: Union[int, None]
    # The same as `file_size`.
    size: Union[int, None]
    # Found in the content; null until it was processed.
    kind: Union[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"], None]
    # The same as `kind`.
    file_type: Union[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"], None]
    # Of the lines of a batch and of its replies, which are kept as they are and never read; null for all other files.
    purpose: Union[Literal["batch", "batch_output"], None]
    # An address that works without a key, when there is one.
    public_url: Union[str, None]
    # Found in the content; until then as it was declared.
    media_type: Union[str, None]
    # `pending` (not confirmed yet), then `processing`, then `ready` or `failed`.
    status: Literal["pending", "processing", "ready", "failed"]
    # Pages of a PDF, slides of a presentation; null where pages have no meaning.
    pages: Union[int, None]
    created_at: str
    # When it became `ready` or `failed`.
    processed_at: Union[str, None]
    # When it is deleted by itself; null for never.
    expires_at: Union[str, None]
    # What was found, by kind: pages, columns, schema, outline and the like. Lists leave `extracted_text` out.
    metadata: Union[Dict[str, Any], None]
    # One sentence, such as `CSV with 3 columns (a, b, c), 120 rows`.
    processing_summary: Union[str, None]
    # Why it `failed`.
    error: Union[GetFileReplyError1, None]
    # What the user should know: pages left out, a size that differs.
    warnings: List[str]


@final
class DeleteFileReply(TypedDict):
    success: Literal[True]
    file_id: str
    id: str
    deleted: Literal[True]


@final
class GetFileLayoutQuery(TypedDict):
    first_page: NotRequired[int]


@final
class FileLayoutPagesItemBlocksItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class FileLayoutPagesItemBlocksItemWordsItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class FileLayoutPagesItemBlocksItemWordsItem(TypedDict):
    text: str
    bounding_box: FileLayoutPagesItemBlocksItemWordsItemBoundingBox
    confidence: float
    # Present when the reading should be checked.
    uncertain: NotRequired[Literal[True]]


@final
class FileLayoutPagesItemBlocksItem(TypedDict):
    type: Literal["heading", "paragraph", "list", "table"]
    text: str
    bounding_box: FileLayoutPagesItemBlocksItemBoundingBox
    confidence: float
    words: NotRequired[List[FileLayoutPagesItemBlocksItemWordsItem]]


@final
class FileLayoutPagesItem(TypedDict):
    # From 1.
    page_number: int
    # Of the upright page, in pixels, as are the boxes.
    width: float
    height: float
    confidence: float
    blocks: List[FileLayoutPagesItemBlocksItem]


@final
class FileLayout(TypedDict):
    file_id: str
    # Those that were read by OCR, at most fifty.
    pages: List[FileLayoutPagesItem]
    # Where the next answer would begin; null at the end.
    next_page: Union[int, None]


@final
class RereadFileBody(TypedDict):
    # How long the answer waits for the processing.
    wait_ms: NotRequired[int]


@final
class RereadFileReplyError1(TypedDict):
    code: str
    message: str


@final
class RereadFileReply(TypedDict):
    success: Literal[True]
    # The same as `file_id`.
    id: str
    # Goes into `file_ids` of text requests.
    file_id: str
    # The file that this one was taken out of: an archive, a message or a PDF. Null for what was uploaded.
    parent_file_id: Union[str, None]
    filename: str
    # Bytes; null until they were uploaded.
    file_size: Union[int, None]
    # The same as `file_size`.
    size: Union[int, None]
    # Found in the content; null until it was processed.
    kind: Union[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"], None]
    # The same as `kind`.
    file_type: Union[Literal["pdf", "image", "spreadsheet", "document", "json", "audio", "video"], None]
    # Of the lines of a batch and of its replies, which are kept as they are and never read; null for all other files.
    purpose: Union[Literal["batch", "batch_output"], None]
    # An address that works without a key, when there is one.
    public_url: Union[str, None]
    # Found in the content; until then as it was declared.
    media_type: Union[str, None]
    # `pending` (not confirmed yet), then `processing`, then `ready` or `failed`.
    status: Literal["pending", "processing", "ready", "failed"]
    # Pages of a PDF, slides of a presentation; null where pages have no meaning.
    pages: Union[int, None]
    created_at: str
    # When it became `ready` or `failed`.
    processed_at: Union[str, None]
    # When it is deleted by itself; null for never.
    expires_at: Union[str, None]
    # What was found, by kind: pages, columns, schema, outline and the like. Lists leave `extracted_text` out.
    metadata: Union[Dict[str, Any], None]
    # One sentence, such as `CSV with 3 columns (a, b, c), 120 rows`.
    processing_summary: Union[str, None]
    # Why it `failed`.
    error: Union[RereadFileReplyError1, None]
    # What the user should know: pages left out, a size that differs.
    warnings: List[str]


@final
class CreateCollectionBody(TypedDict):
    name: str
    # What is in it.
    description: NotRequired[Union[str, None]]
    # Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false.
    attributes: NotRequired[Dict[str, Union[str, float, bool]]]
    # From now on.
    expires_after_days: NotRequired[Union[int, None]]
    # Your own id of the end user it is of: `eraseUser` deletes it with everything else of theirs.
    user_id: NotRequired[str]


# How many files are in which state.
@final
class CreateCollectionReplyFiles(TypedDict):
    # Waiting for their bytes.
    pending: int
    # Being read or indexed.
    processing: int
    # Found by a search.
    ready: int
    failed: int


@final
class CreateCollectionReplyEmbeddings1(TypedDict):
    model: str
    # Passages that can be found by meaning so far.
    passages: int
    # Why no more are made at the moment; it is tried again by itself.
    error: Union[str, None]


@final
class CreateCollectionReply(TypedDict):
    success: Literal[True]
    id: str
    name: str
    # What is in it.
    description: Union[str, None]
    # Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false.
    attributes: Dict[str, Union[str, float, bool]]
    # How many files are in which state.
    files: CreateCollectionReplyFiles
    # Passages that can be found.
    passages: int
    # Of its files.
    bytes: int
    # Null when it is searched by words alone.
    embeddings: Union[CreateCollectionReplyEmbeddings1, None]
    created_at: str
    # When it is deleted by itself, without its files; null for never.
    expires_at: Union[str, None]


@final
class ListCollectionsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]


# How many files are in which state.
@final
class CollectionFiles(TypedDict):
    # Waiting for their bytes.
    pending: int
    # Being read or indexed.
    processing: int
    # Found by a search.
    ready: int
    failed: int


@final
class CollectionEmbeddings1(TypedDict):
    model: str
    # Passages that can be found by meaning so far.
    passages: int
    # Why no more are made at the moment; it is tried again by itself.
    error: Union[str, None]


# A named set of files that is searched as one.
@final
class Collection(TypedDict):
    id: str
    name: str
    # What is in it.
    description: Union[str, None]
    # Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false.
    attributes: Dict[str, Union[str, float, bool]]
    # How many files are in which state.
    files: CollectionFiles
    # Passages that can be found.
    passages: int
    # Of its files.
    bytes: int
    # Null when it is searched by words alone.
    embeddings: Union[CollectionEmbeddings1, None]
    created_at: str
    # When it is deleted by itself, without its files; null for never.
    expires_at: Union[str, None]


@final
class ListCollectionsReply(TypedDict):
    data: List[Collection]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


# How many files are in which state.
@final
class GetCollectionReplyFiles(TypedDict):
    # Waiting for their bytes.
    pending: int
    # Being read or indexed.
    processing: int
    # Found by a search.
    ready: int
    failed: int


@final
class GetCollectionReplyEmbeddings1(TypedDict):
    model: str
    # Passages that can be found by meaning so far.
    passages: int
    # Why no more are made at the moment; it is tried again by itself.
    error: Union[str, None]


@final
class GetCollectionReply(TypedDict):
    success: Literal[True]
    id: str
    name: str
    # What is in it.
    description: Union[str, None]
    # Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false.
    attributes: Dict[str, Union[str, float, bool]]
    # How many files are in which state.
    files: GetCollectionReplyFiles
    # Passages that can be found.
    passages: int
    # Of its files.
    bytes: int
    # Null when it is searched by words alone.
    embeddings: Union[GetCollectionReplyEmbeddings1, None]
    created_at: str
    # When it is deleted by itself, without its files; null for never.
    expires_at: Union[str, None]


@final
class UpdateCollectionBody(TypedDict):
    name: NotRequired[str]
    # What is in it.
    description: NotRequired[Union[str, None]]
    # Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false.
    attributes: NotRequired[Dict[str, Union[str, float, bool]]]
    # From now on; null for never.
    expires_after_days: NotRequired[Union[int, None]]


# How many files are in which state.
@final
class UpdateCollectionReplyFiles(TypedDict):
    # Waiting for their bytes.
    pending: int
    # Being read or indexed.
    processing: int
    # Found by a search.
    ready: int
    failed: int


@final
class UpdateCollectionReplyEmbeddings1(TypedDict):
    model: str
    # Passages that can be found by meaning so far.
    passages: int
    # Why no more are made at the moment; it is tried again by itself.
    error: Union[str, None]


@final
class UpdateCollectionReply(TypedDict):
    success: Literal[True]
    id: str
    name: str
    # What is in it.
    description: Union[str, None]
    # Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false.
    attributes: Dict[str, Union[str, float, bool]]
    # How many files are in which state.
    files: UpdateCollectionReplyFiles
    # Passages that can be found.
    passages: int
    # Of its files.
    bytes: int
    # Null when it is searched by words alone.
    embeddings: Union[UpdateCollectionReplyEmbeddings1, None]
    created_at: str
    # When it is deleted by itself, without its files; null for never.
    expires_at: Union[str, None]


@final
class DeleteCollectionQuery(TypedDict):
    files: NotRequired[Literal["keep", "delete"]]


@final
class DeleteCollectionReply(TypedDict):
    success: Literal[True]
    id: str
    deleted: Literal[True]


@final
class AddCollectionFilesBodySite(TypedDict):
    # Where to begin. Pages of the same origin are taken.
    url: str
    max_pages: NotRequired[int]
    # Links from the first page; 0 is that page alone.
    depth: NotRequired[int]
    # Paths that are taken, `*` for anything: `/docs/*`. Default: all.
    include: NotRequired[List[str]]
    # Paths that are not.
    exclude: NotRequired[List[str]]


@final
class AddCollectionFilesBody(TypedDict):
    file_ids: NotRequired[List[str]]
    # Public addresses; each becomes a file.
    urls: NotRequired[List[str]]
    site: NotRequired[AddCollectionFilesBodySite]
    # Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false.
    attributes: NotRequired[Dict[str, Union[str, float, bool]]]


@final
class AddCollectionFilesReply(TypedDict):
    success: Literal[True]
    # Files and addresses taken; the pages of a site come as they are found.
    added: int
    job_id: str


@final
class ListCollectionFilesQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]


@final
class CollectionFileError1(TypedDict):
    code: str
    message: str


@final
class CollectionFile(TypedDict):
    file_id: str
    filename: str
    # The file of the collection that this one was taken out of.
    parent_file_id: Union[str, None]
    # Found in the content; null until it was processed.
    kind: Union[str, None]
    # Where it was fetched from.
    url: Union[str, None]
    # `ready` once a search finds it.
    status: Literal["pending", "processing", "ready", "failed"]
    passages: int
    # Null until they are there.
    bytes: Union[int, None]
    # Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false.
    attributes: Dict[str, Union[str, float, bool]]
    # Why it `failed`.
    error: Union[CollectionFileError1, None]
    added_at: str


@final
class ListCollectionFilesReply(TypedDict):
    data: List[CollectionFile]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class RemoveCollectionFileReply(TypedDict):
    success: Literal[True]
    file_id: str
    removed: Literal[True]


@final
class SearchCollectionBody(TypedDict):
    query: str
    top_k: NotRequired[int]
    # By words, by meaning, or both. With `EMBEDDING_MODEL=lexical`, and until the vectors are there, `hybrid` searches by words.
    mode: NotRequired[Literal["hybrid", "lexical", "semantic"]]
    # Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`.
    filter: NotRequired[Dict[str, Any]]
    # Have the best 50 put in order by `RERANK_MODEL`. Default: when there is one.
    rerank: NotRequired[bool]
    # Leave out what scores less.
    min_score: NotRequired[float]


@final
class CollectionSearchResultScores(TypedDict):
    # BM25 and its kin, open upwards.
    lexical: NotRequired[float]
    # Cosine of the vectors, -1 to 1.
    semantic: NotRequired[float]
    # What the reranker said.
    rerank: NotRequired[float]


@final
class CollectionSearchResult(TypedDict):
    file_id: str
    filename: str
    # First page is 1; only where pages have a meaning.
    page: NotRequired[int]
    # When it is said, in seconds from the beginning; only of sound and video.
    time: NotRequired[float]
    # UTF-16 position in the file's text.
    start: int
    # Exclusive.
    end: int
    # Exactly the text from `start` to `end`.
    quote: str
    # 0 to 1, the best of all stages that ran.
    score: float
    scores: CollectionSearchResultScores
    # Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false.
    attributes: Dict[str, Union[str, float, bool]]


@final
class SearchCollectionReplyRerank1(TypedDict):
    model: str
    # Why the order is that of the search; null when the model gave it.
    error: Union[str, None]


@final
class SearchCollectionReply(TypedDict):
    success: Literal[True]
    results: List[CollectionSearchResult]
    # How it was searched.
    mode: Literal["hybrid", "lexical", "semantic"]
    # The model that put the best in order; null when none was asked.
    rerank: Union[SearchCollectionReplyRerank1, None]


@final
class CreateVectorStoreBodyExpiresAfter1(TypedDict):
    anchor: Literal["last_active_at"]
    days: int


@final
class CreateVectorStoreBodyChunkingStrategy11(TypedDict):
    type: Literal["auto"]


@final
class CreateVectorStoreBodyChunkingStrategy12Static(TypedDict):
    max_chunk_size_tokens: int
    chunk_overlap_tokens: int


@final
class CreateVectorStoreBodyChunkingStrategy12(TypedDict):
    type: Literal["static"]
    static: CreateVectorStoreBodyChunkingStrategy12Static


@final
class CreateVectorStoreBody(TypedDict):
    name: NotRequired[Union[str, None]]
    description: NotRequired[Union[str, None]]
    file_ids: NotRequired[Union[List[str], None]]
    expires_after: NotRequired[Union[CreateVectorStoreBodyExpiresAfter1, None]]
    chunking_strategy: NotRequired[Union[Union[CreateVectorStoreBodyChunkingStrategy11, CreateVectorStoreBodyChunkingStrategy12], None]]
    metadata: NotRequired[Union[Dict[str, str], None]]


@final
class VectorStoreFileCounts(TypedDict):
    in_progress: int
    completed: int
    failed: int
    cancelled: int
    total: int


@final
class VectorStoreExpiresAfter1(TypedDict):
    anchor: Literal["last_active_at"]
    days: int


# A collection in the shape of OpenAI.
@final
class VectorStore(TypedDict):
    # That of a collection: both are the same.
    id: str
    object: Literal["vector_store"]
    # Unix time in seconds.
    created_at: int
    name: str
    description: Union[str, None]
    # Of its files.
    usage_bytes: int
    file_counts: VectorStoreFileCounts
    status: Literal["in_progress", "completed", "expired"]
    expires_after: Union[VectorStoreExpiresAfter1, None]
    expires_at: Union[int, None]
    last_active_at: Union[int, None]
    metadata: Dict[str, str]


@final
class ListVectorStoresQuery(TypedDict):
    limit: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    after: NotRequired[str]
    before: NotRequired[str]


@final
class ListVectorStoresReply(TypedDict):
    object: Literal["list"]
    data: List[VectorStore]
    first_id: Union[str, None]
    last_id: Union[str, None]
    has_more: bool


@final
class UpdateVectorStoreBodyExpiresAfter1(TypedDict):
    anchor: Literal["last_active_at"]
    days: int


@final
class UpdateVectorStoreBody(TypedDict):
    name: NotRequired[Union[str, None]]
    expires_after: NotRequired[Union[UpdateVectorStoreBodyExpiresAfter1, None]]
    metadata: NotRequired[Union[Dict[str, str], None]]


@final
class DeleteVectorStoreReply(TypedDict):
    id: str
    object: Literal["vector_store.deleted"]
    deleted: Literal[True]


@final
class SearchVectorStoreBodyRankingOptions1(TypedDict):
    ranker: NotRequired[Union[str, None]]
    score_threshold: NotRequired[Union[float, None]]


@final
class SearchVectorStoreBody(TypedDict):
    query: Union[str, List[str]]
    filters: NotRequired[Union[Dict[str, Any], None]]
    max_num_results: NotRequired[Union[int, None]]
    ranking_options: NotRequired[Union[SearchVectorStoreBodyRankingOptions1, None]]
    rewrite_query: NotRequired[Union[bool, None]]


@final
class SearchVectorStoreReplyDataItemContentItem(TypedDict):
    type: Literal["text"]
    text: str


@final
class SearchVectorStoreReplyDataItem(TypedDict):
    file_id: str
    filename: str
    # 0 to 1.
    score: float
    # For filters.
    attributes: Dict[str, Union[str, float, bool]]
    content: List[SearchVectorStoreReplyDataItemContentItem]


@final
class SearchVectorStoreReply(TypedDict):
    object: Literal["vector_store.search_results.page"]
    search_query: List[str]
    data: List[SearchVectorStoreReplyDataItem]
    has_more: Literal[False]
    next_page: None


@final
class AddVectorStoreFileBodyChunkingStrategy11(TypedDict):
    type: Literal["auto"]


@final
class AddVectorStoreFileBodyChunkingStrategy12Static(TypedDict):
    max_chunk_size_tokens: int
    chunk_overlap_tokens: int


@final
class AddVectorStoreFileBodyChunkingStrategy12(TypedDict):
    type: Literal["static"]
    static: AddVectorStoreFileBodyChunkingStrategy12Static


@final
class AddVectorStoreFileBody(TypedDict):
    file_id: str
    attributes: NotRequired[Union[Dict[str, Union[str, float, bool]], None]]
    chunking_strategy: NotRequired[Union[Union[AddVectorStoreFileBodyChunkingStrategy11, AddVectorStoreFileBodyChunkingStrategy12], None]]


@final
class VectorStoreFileLastError1(TypedDict):
    code: Literal["server_error", "unsupported_file", "invalid_file"]
    message: str


@final
class VectorStoreFileChunkingStrategy(TypedDict):
    # Files are split at their own paragraphs and headings.
    type: Literal["other"]


# A file of a vector store.
@final
class VectorStoreFile(TypedDict):
    id: str
    object: Literal["vector_store.file"]
    usage_bytes: int
    # Unix time in seconds.
    created_at: int
    vector_store_id: str
    status: Literal["in_progress", "completed", "cancelled", "failed"]
    last_error: Union[VectorStoreFileLastError1, None]
    chunking_strategy: VectorStoreFileChunkingStrategy
    # For filters.
    attributes: Dict[str, Union[str, float, bool]]


@final
class ListVectorStoreFilesQuery(TypedDict):
    limit: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    after: NotRequired[str]
    before: NotRequired[str]
    filter: NotRequired[Literal["in_progress", "completed", "cancelled", "failed"]]


@final
class ListVectorStoreFilesReply(TypedDict):
    object: Literal["list"]
    data: List[VectorStoreFile]
    first_id: Union[str, None]
    last_id: Union[str, None]
    has_more: bool


@final
class UpdateVectorStoreFileBody(TypedDict):
    # For filters.
    attributes: Dict[str, Union[str, float, bool]]


@final
class DeleteVectorStoreFileReply(TypedDict):
    id: str
    object: Literal["vector_store.file.deleted"]
    deleted: Literal[True]


@final
class GetVectorStoreFileContentReplyDataItem(TypedDict):
    type: Literal["text"]
    text: str


@final
class GetVectorStoreFileContentReply(TypedDict):
    object: Literal["vector_store.file_content.page"]
    data: List[GetVectorStoreFileContentReplyDataItem]
    has_more: Literal[False]
    next_page: None


@final
class CreateVectorStoreBatchBodyFiles1ItemChunkingStrategy11(TypedDict):
    type: Literal["auto"]


@final
class CreateVectorStoreBatchBodyFiles1ItemChunkingStrategy12Static(TypedDict):
    max_chunk_size_tokens: int
    chunk_overlap_tokens: int


@final
class CreateVectorStoreBatchBodyFiles1ItemChunkingStrategy12(TypedDict):
    type: Literal["static"]
    static: CreateVectorStoreBatchBodyFiles1ItemChunkingStrategy12Static


@final
class CreateVectorStoreBatchBodyFiles1Item(TypedDict):
    file_id: str
    attributes: NotRequired[Union[Dict[str, Union[str, float, bool]], None]]
    chunking_strategy: NotRequired[Union[Union[CreateVectorStoreBatchBodyFiles1ItemChunkingStrategy11, CreateVectorStoreBatchBodyFiles1ItemChunkingStrategy12], None]]


@final
class CreateVectorStoreBatchBodyChunkingStrategy11(TypedDict):
    type: Literal["auto"]


@final
class CreateVectorStoreBatchBodyChunkingStrategy12Static(TypedDict):
    max_chunk_size_tokens: int
    chunk_overlap_tokens: int


@final
class CreateVectorStoreBatchBodyChunkingStrategy12(TypedDict):
    type: Literal["static"]
    static: CreateVectorStoreBatchBodyChunkingStrategy12Static


@final
class CreateVectorStoreBatchBody(TypedDict):
    file_ids: NotRequired[Union[List[str], None]]
    files: NotRequired[Union[List[CreateVectorStoreBatchBodyFiles1Item], None]]
    attributes: NotRequired[Union[Dict[str, Union[str, float, bool]], None]]
    chunking_strategy: NotRequired[Union[Union[CreateVectorStoreBatchBodyChunkingStrategy11, CreateVectorStoreBatchBodyChunkingStrategy12], None]]


@final
class VectorStoreFileBatchFileCounts(TypedDict):
    in_progress: int
    completed: int
    failed: int
    cancelled: int
    total: int


# Files that were added together.
@final
class VectorStoreFileBatch(TypedDict):
    id: str
    object: Literal["vector_store.file_batch"]
    # Unix time in seconds.
    created_at: int
    vector_store_id: str
    status: Literal["in_progress", "completed", "cancelled", "failed"]
    file_counts: VectorStoreFileBatchFileCounts


@final
class ListVectorStoreBatchFilesQuery(TypedDict):
    limit: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    after: NotRequired[str]
    before: NotRequired[str]
    filter: NotRequired[Literal["in_progress", "completed", "cancelled", "failed"]]


@final
class ListVectorStoreBatchFilesReply(TypedDict):
    object: Literal["list"]
    data: List[VectorStoreFile]
    first_id: Union[str, None]
    last_id: Union[str, None]
    has_more: bool


@final
class ModelArchitecture(TypedDict):
    # Of the form `text->text`.
    modality: str
    input_modalities: List[str]
    output_modalities: List[str]
    tokenizer: str
    instruct_type: Union[str, None]


@final
class ModelPricing(TypedDict):
    # USD per input token, as a decimal string.
    prompt: str
    # USD per output token, as a decimal string.
    completion: str
    # USD per request, as a decimal string.
    request: str
    # USD per image, as a decimal string.
    image: str
    # USD per web search, as a decimal string.
    web_search: str
    # USD per reasoning token, as a decimal string.
    internal_reasoning: str


# What a workspace is charged here. `pricing` holds the listed prices; where several engines serve a model, the dearest.
@final
class ModelCharged(TypedDict):
    # USD per input token, as a decimal string.
    prompt: str
    # USD per output token, as a decimal string.
    completion: str
    # USD per request, as a decimal string.
    request: str
    # USD per input token that the vendor read from its cache, as a decimal string.
    input_cache_read: str
    # USD per input token that the vendor wrote to its cache, as a decimal string.
    input_cache_write: str


@final
class ModelTopProvider(TypedDict):
    context_length: int
    max_completion_tokens: Union[int, None]
    is_moderated: bool


@final
class ModelDefaultParameters(TypedDict):
    temperature: Union[float, None]
    top_p: Union[float, None]
    frequency_penalty: Union[float, None]


# A model that requests can name, with its limits and prices.
@final
class Model(TypedDict):
    # The name to use as `model` in requests.
    id: str
    # For OpenAI's clients.
    object: Literal["model"]
    # For Anthropic's clients.
    type: Literal["model"]
    owned_by: str
    # The same as `name`.
    display_name: str
    # The same as `created`.
    created_at: str
    canonical_slug: str
    # Empty when not applicable.
    hugging_face_id: str
    # For people.
    name: str
    # Time of the request, in seconds since 1970-01-01 UTC.
    created: int
    description: str
    # Tokens, input and output together.
    context_length: int
    architecture: ModelArchitecture
    pricing: ModelPricing
    # What a workspace is charged here. `pricing` holds the listed prices; where several engines serve a model, the dearest.
    charged: NotRequired[ModelCharged]
    # False where nobody has said what an engine of it costs: its calls are charged at 0, and no budget ends them.
    price_known: NotRequired[bool]
    top_provider: ModelTopProvider
    per_request_limits: Union[Dict[str, Any], None]
    # Of `tools`, `response_format`, `temperature`, `top_p`, `frequency_penalty`, `presence_penalty`, `max_tokens`, `tool_choice`.
    supported_parameters: List[str]
    default_parameters: ModelDefaultParameters


# All models at once, in a form that OpenAI's and Anthropic's clients read, too.
@final
class ModelList(TypedDict):
    object: Literal["list"]
    data: List[Model]
    has_more: Literal[False]
    first_id: Union[str, None]
    last_id: Union[str, None]


# As the operator has agreed it with the vendor; nothing is asked of the vendor.
@final
class ProviderDataPolicy(TypedDict):
    # `deny`: the vendor keeps no prompts for its own use. Calls with `provider.data_collection: "deny"` go to these alone.
    data_collection: Literal["allow", "deny"]
    # The vendor keeps nothing once it has answered. Calls with `provider.zdr` go to these alone.
    zero_retention: NotRequired[bool]


# What this service sends at most. A call above it goes to another engine, else it is `upstream_rate_limited`.
@final
class ProviderLimits(TypedDict):
    requests_per_minute: NotRequired[int]
    # Of prompts, by estimate, and the output limit they name.
    tokens_per_minute: NotRequired[int]
    concurrent_requests: NotRequired[int]


# How long a key is left alone after a 401 or 403, and after a 429.
@final
class ProviderCooldown(TypedDict):
    unauthorized_ms: NotRequired[int]
    # Where the vendor names no time itself.
    rate_limited_ms: NotRequired[int]


# Instead of the MODEL_…_TIMEOUT_MS settings.
@final
class ProviderTimeouts(TypedDict):
    connect_ms: NotRequired[int]
    first_token_ms: NotRequired[int]
    idle_ms: NotRequired[int]
    total_ms: NotRequired[int]


# What a workspace is charged, in US dollars per token and request.
@final
class ProviderPricing(TypedDict):
    # US dollars as a decimal string.
    prompt: NotRequired[str]
    # US dollars as a decimal string.
    completion: NotRequired[str]
    # US dollars as a decimal string.
    request: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_read: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_write: NotRequired[str]


@final
class ProviderKeysItem(TypedDict):
    name: str
    weight: float
    # In the process that answers.
    state: Literal["ready", "unauthorized", "rate_limited"]
    # How long it is still left alone.
    cooling_ms: int


@final
class Provider(TypedDict):
    id: str
    # `environment` and `file` are read at the start and cannot be changed here; `api` was set by these calls.
    source: Literal["environment", "file", "api"]
    # The shape in which it is spoken with.
    type: str
    # A vendor of `vendors`: its shape, address and price list hold. Default: the one that is called like `id`.
    vendor: NotRequired[str]
    base_url: str
    # For Azure: with it deployments are asked by `/openai/deployments/…?api-version=`.
    api_version: NotRequired[str]
    # Where its servers are, such as `eu-central-1`. Vertex is asked there.
    region: NotRequired[str]
    # For Vertex; default: the service account's.
    project: NotRequired[str]
    context_length: NotRequired[int]
    # As the operator has agreed it with the vendor; nothing is asked of the vendor.
    data_policy: NotRequired[ProviderDataPolicy]
    # What this service sends at most. A call above it goes to another engine, else it is `upstream_rate_limited`.
    limits: NotRequired[ProviderLimits]
    # How long a key is left alone after a 401 or 403, and after a 429.
    cooldown: NotRequired[ProviderCooldown]
    # Instead of the MODEL_…_TIMEOUT_MS settings.
    timeouts: NotRequired[ProviderTimeouts]
    # What a workspace is charged, in US dollars per token and request.
    pricing: NotRequired[ProviderPricing]
    # What the vendor asks, by model; `*` stands for every other model.
    upstream_prices: NotRequired[Dict[str, Any]]
    keys: List[ProviderKeysItem]
    header_names: List[str]
    # Null for what is set at the start.
    version: Union[int, None]
    # The key or the person that made this version.
    changed_by: Union[str, None]
    changed_at: Union[str, None]


@final
class ProviderListVendorsItem(TypedDict):
    id: str
    type: str
    base_url: str


@final
class ProviderList(TypedDict):
    data: List[Provider]
    # Vendors whose shape and address are known: a key is all they need.
    vendors: List[ProviderListVendorsItem]


# As the operator has agreed it with the vendor; nothing is asked of the vendor.
@final
class CreateProviderBodyDataPolicy(TypedDict):
    # `deny`: the vendor keeps no prompts for its own use. Calls with `provider.data_collection: "deny"` go to these alone.
    data_collection: Literal["allow", "deny"]
    # The vendor keeps nothing once it has answered. Calls with `provider.zdr` go to these alone.
    zero_retention: NotRequired[bool]


# What this service sends at most. A call above it goes to another engine, else it is `upstream_rate_limited`.
@final
class CreateProviderBodyLimits(TypedDict):
    requests_per_minute: NotRequired[int]
    # Of prompts, by estimate, and the output limit they name.
    tokens_per_minute: NotRequired[int]
    concurrent_requests: NotRequired[int]


# How long a key is left alone after a 401 or 403, and after a 429.
@final
class CreateProviderBodyCooldown(TypedDict):
    unauthorized_ms: NotRequired[int]
    # Where the vendor names no time itself.
    rate_limited_ms: NotRequired[int]


# Instead of the MODEL_…_TIMEOUT_MS settings.
@final
class CreateProviderBodyTimeouts(TypedDict):
    connect_ms: NotRequired[int]
    first_token_ms: NotRequired[int]
    idle_ms: NotRequired[int]
    total_ms: NotRequired[int]


# What a workspace is charged, in US dollars per token and request.
@final
class CreateProviderBodyPricing(TypedDict):
    # US dollars as a decimal string.
    prompt: NotRequired[str]
    # US dollars as a decimal string.
    completion: NotRequired[str]
    # US dollars as a decimal string.
    request: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_read: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_write: NotRequired[str]


@final
class CreateProviderBodyKeysItem(TypedDict):
    # How it is called in lists and changes; no secret.
    name: str
    # Its share of the calls.
    weight: NotRequired[float]
    # The secret; sealed at rest and never shown again. For Vertex the whole JSON of a service account, for Bedrock an API key or `ACCESS_KEY_ID:SECRET_ACCESS_KEY`. Left out in a change: as it was.
    value: NotRequired[str]


@final
class CreateProviderBody(TypedDict):
    # First part of the names of its models: `id/model`.
    id: str
    # The shape in which it is spoken with.
    type: NotRequired[Literal["openai", "anthropic", "google", "cohere", "azure", "vertex", "bedrock", "voyage", "jina", "tei", "deepgram", "elevenlabs"]]
    # A vendor of `vendors`: its shape, address and price list hold. Default: the one that is called like `id`.
    vendor: NotRequired[str]
    # Public, or one of those that `ALLOW_PRIVATE_ADDRESSES` names.
    base_url: NotRequired[str]
    # For Azure: with it deployments are asked by `/openai/deployments/…?api-version=`.
    api_version: NotRequired[str]
    # Where its servers are, such as `eu-central-1`. Vertex is asked there.
    region: NotRequired[str]
    # For Vertex; default: the service account's.
    project: NotRequired[str]
    context_length: NotRequired[int]
    # As the operator has agreed it with the vendor; nothing is asked of the vendor.
    data_policy: NotRequired[CreateProviderBodyDataPolicy]
    # What this service sends at most. A call above it goes to another engine, else it is `upstream_rate_limited`.
    limits: NotRequired[CreateProviderBodyLimits]
    # How long a key is left alone after a 401 or 403, and after a 429.
    cooldown: NotRequired[CreateProviderBodyCooldown]
    # Instead of the MODEL_…_TIMEOUT_MS settings.
    timeouts: NotRequired[CreateProviderBodyTimeouts]
    # What a workspace is charged, in US dollars per token and request.
    pricing: NotRequired[CreateProviderBodyPricing]
    # What the vendor asks, by model; `*` stands for every other model.
    upstream_prices: NotRequired[Dict[str, Any]]
    # Several share the calls by weight; one that is refused or limited is left alone for a while.
    keys: NotRequired[List[CreateProviderBodyKeysItem]]
    # Further headers of each call; sealed like keys, and only their names are shown.
    headers: NotRequired[Dict[str, str]]


@final
class UpdateProviderBodyKeysItem(TypedDict):
    # How it is called in lists and changes; no secret.
    name: str
    # Its share of the calls.
    weight: NotRequired[float]
    # The secret; sealed at rest and never shown again. For Vertex the whole JSON of a service account, for Bedrock an API key or `ACCESS_KEY_ID:SECRET_ACCESS_KEY`. Left out in a change: as it was.
    value: NotRequired[str]


# As the operator has agreed it with the vendor; nothing is asked of the vendor.
@final
class UpdateProviderBodyDataPolicy1(TypedDict):
    # `deny`: the vendor keeps no prompts for its own use. Calls with `provider.data_collection: "deny"` go to these alone.
    data_collection: Literal["allow", "deny"]
    # The vendor keeps nothing once it has answered. Calls with `provider.zdr` go to these alone.
    zero_retention: NotRequired[bool]


# What this service sends at most. A call above it goes to another engine, else it is `upstream_rate_limited`.
@final
class UpdateProviderBodyLimits1(TypedDict):
    requests_per_minute: NotRequired[int]
    # Of prompts, by estimate, and the output limit they name.
    tokens_per_minute: NotRequired[int]
    concurrent_requests: NotRequired[int]


# How long a key is left alone after a 401 or 403, and after a 429.
@final
class UpdateProviderBodyCooldown1(TypedDict):
    unauthorized_ms: NotRequired[int]
    # Where the vendor names no time itself.
    rate_limited_ms: NotRequired[int]


# Instead of the MODEL_…_TIMEOUT_MS settings.
@final
class UpdateProviderBodyTimeouts1(TypedDict):
    connect_ms: NotRequired[int]
    first_token_ms: NotRequired[int]
    idle_ms: NotRequired[int]
    total_ms: NotRequired[int]


# What a workspace is charged, in US dollars per token and request.
@final
class UpdateProviderBodyPricing1(TypedDict):
    # US dollars as a decimal string.
    prompt: NotRequired[str]
    # US dollars as a decimal string.
    completion: NotRequired[str]
    # US dollars as a decimal string.
    request: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_read: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_write: NotRequired[str]


@final
class UpdateProviderBody(TypedDict):
    # The version that was read: 409 `conflict` where another has come since.
    version: NotRequired[int]
    # The shape in which it is spoken with.
    type: NotRequired[Literal["openai", "anthropic", "google", "cohere", "azure", "vertex", "bedrock", "voyage", "jina", "tei", "deepgram", "elevenlabs"]]
    # Public, or one of those that `ALLOW_PRIVATE_ADDRESSES` names.
    base_url: NotRequired[str]
    # Several share the calls by weight; one that is refused or limited is left alone for a while.
    keys: NotRequired[List[UpdateProviderBodyKeysItem]]
    headers: NotRequired[Union[Dict[str, str], None]]
    api_version: NotRequired[Union[str, None]]
    region: NotRequired[Union[str, None]]
    project: NotRequired[Union[str, None]]
    context_length: NotRequired[Union[int, None]]
    data_policy: NotRequired[Union[UpdateProviderBodyDataPolicy1, None]]
    limits: NotRequired[Union[UpdateProviderBodyLimits1, None]]
    cooldown: NotRequired[Union[UpdateProviderBodyCooldown1, None]]
    timeouts: NotRequired[Union[UpdateProviderBodyTimeouts1, None]]
    pricing: NotRequired[Union[UpdateProviderBodyPricing1, None]]
    upstream_prices: NotRequired[Union[Dict[str, Any], None]]


@final
class DeleteProviderReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class SettingVersion(TypedDict):
    version: int
    action: Literal["create", "update", "delete", "revert"]
    changed_by: str
    # When it was made.
    changed_at: str
    # All that this version said, without secrets.
    settings: Dict[str, Any]


@final
class SettingVersions(TypedDict):
    # Newest first, at most 50.
    data: List[SettingVersion]


@final
class RevertProviderBody(TypedDict):
    # Default: the one before the last.
    version: NotRequired[int]


@final
class TestProviderBody(TypedDict):
    # Default: the vendor's usual one.
    model: NotRequired[str]


@final
class EngineTestError1(TypedDict):
    code: str
    message: str


@final
class EngineTest(TypedDict):
    ok: bool
    # The engine that answered.
    engine: Union[str, None]
    # What it said, at most 200 characters.
    text: str
    first_token_ms: Union[int, None]
    duration_ms: int
    input_tokens: int
    output_tokens: int
    upstream_cost_usd: float
    error: Union[EngineTestError1, None]


@final
class ModelRouteEnginesItem(TypedDict):
    engine: str
    weight: float


# Chains by kind of fault: instead of `fallbacks` after a fault of this kind.
@final
class ModelRouteFallbacksBy(TypedDict):
    rate: NotRequired[List[str]]
    overload: NotRequired[List[str]]
    error: NotRequired[List[str]]
    timeout: NotRequired[List[str]]
    context: NotRequired[List[str]]
    rejected: NotRequired[List[str]]
    content_filter: NotRequired[List[str]]
    refusal: NotRequired[List[str]]


# An engine that is tried on some of the calls; it falls back to the others.
@final
class ModelRouteCanary(TypedDict):
    # `provider/model`, or `reader`.
    engine: str
    # Of the users; one user, else one key, stays on one side. Default 0.
    share: NotRequired[float]
    # Calls with one of these tags go to it, whatever the share.
    tags: NotRequired[List[str]]


# An engine that is asked the same beside the call. Nobody waits for its reply or sees it; its cost stands in a record of its own (`shadow`), which charges the workspace nothing.
@final
class ModelRouteShadow(TypedDict):
    # `provider/model`, or `reader`.
    engine: str
    # Of the calls.
    share: NotRequired[float]


# What a workspace is charged, in US dollars per token and request.
@final
class ModelRoutePricing(TypedDict):
    # US dollars as a decimal string.
    prompt: NotRequired[str]
    # US dollars as a decimal string.
    completion: NotRequired[str]
    # US dollars as a decimal string.
    request: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_read: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_write: NotRequired[str]


@final
class ModelRoute(TypedDict):
    id: str
    # `environment` and `file` are read at the start and cannot be changed here; `api` was set by these calls.
    source: Literal["environment", "file", "api"]
    # Further names under which callers reach it, such as `openai/gpt-4o`.
    aliases: NotRequired[List[str]]
    engines: List[ModelRouteEnginesItem]
    # Engines to try, in order, when those above fail.
    fallbacks: NotRequired[List[str]]
    # Chains by kind of fault: instead of `fallbacks` after a fault of this kind.
    fallbacks_by: NotRequired[ModelRouteFallbacksBy]
    # Which faults go on to another engine. Default: all but `content_filter` and `refusal`, and those of `fallbacks_by`.
    fallback_on: NotRequired[List[Literal["rate", "overload", "error", "timeout", "context", "rejected", "content_filter", "refusal"]]]
    # The longest wait for the first word where another engine can be asked; 0 for none.
    first_token_timeout_ms: NotRequired[int]
    # Ask a second engine as well when the first has said nothing for so long; both are paid.
    hedge_after_ms: NotRequired[int]
    # An engine that is tried on some of the calls; it falls back to the others.
    canary: NotRequired[ModelRouteCanary]
    # An engine that is asked the same beside the call. Nobody waits for its reply or sees it; its cost stands in a record of its own (`shadow`), which charges the workspace nothing.
    shadow: NotRequired[ModelRouteShadow]
    # Further fields of the body that goes to the vendor.
    extra_body: NotRequired[Dict[str, Any]]
    name: NotRequired[str]
    description: NotRequired[str]
    context_length: NotRequired[int]
    max_completion_tokens: NotRequired[int]
    input_modalities: NotRequired[List[str]]
    supported_parameters: NotRequired[List[str]]
    # What a workspace is charged, in US dollars per token and request.
    pricing: NotRequired[ModelRoutePricing]
    # Null for what is set at the start.
    version: Union[int, None]
    # The key or the person that made this version.
    changed_by: Union[str, None]
    changed_at: Union[str, None]


@final
class ModelRouteList(TypedDict):
    data: List[ModelRoute]


@final
class CreateRouteBodyEnginesItem(TypedDict):
    # `provider/model`, or `reader`.
    engine: str
    weight: NotRequired[float]


# Chains by kind of fault: instead of `fallbacks` after a fault of this kind.
@final
class CreateRouteBodyFallbacksBy(TypedDict):
    rate: NotRequired[List[str]]
    overload: NotRequired[List[str]]
    error: NotRequired[List[str]]
    timeout: NotRequired[List[str]]
    context: NotRequired[List[str]]
    rejected: NotRequired[List[str]]
    content_filter: NotRequired[List[str]]
    refusal: NotRequired[List[str]]


# An engine that is tried on some of the calls; it falls back to the others.
@final
class CreateRouteBodyCanary(TypedDict):
    # `provider/model`, or `reader`.
    engine: str
    # Of the users; one user, else one key, stays on one side. Default 0.
    share: NotRequired[float]
    # Calls with one of these tags go to it, whatever the share.
    tags: NotRequired[List[str]]


# An engine that is asked the same beside the call. Nobody waits for its reply or sees it; its cost stands in a record of its own (`shadow`), which charges the workspace nothing.
@final
class CreateRouteBodyShadow(TypedDict):
    # `provider/model`, or `reader`.
    engine: str
    # Of the calls.
    share: NotRequired[float]


# What a workspace is charged, in US dollars per token and request.
@final
class CreateRouteBodyPricing(TypedDict):
    # US dollars as a decimal string.
    prompt: NotRequired[str]
    # US dollars as a decimal string.
    completion: NotRequired[str]
    # US dollars as a decimal string.
    request: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_read: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_write: NotRequired[str]


@final
class CreateRouteBody(TypedDict):
    # The name that callers send as `model`.
    id: str
    # Further names under which callers reach it, such as `openai/gpt-4o`.
    aliases: NotRequired[List[str]]
    # They share the calls by weight; those not chosen come first when one fails.
    engines: List[CreateRouteBodyEnginesItem]
    # Engines to try, in order, when those above fail.
    fallbacks: NotRequired[List[str]]
    # Chains by kind of fault: instead of `fallbacks` after a fault of this kind.
    fallbacks_by: NotRequired[CreateRouteBodyFallbacksBy]
    # Which faults go on to another engine. Default: all but `content_filter` and `refusal`, and those of `fallbacks_by`.
    fallback_on: NotRequired[List[Literal["rate", "overload", "error", "timeout", "context", "rejected", "content_filter", "refusal"]]]
    # The longest wait for the first word where another engine can be asked; 0 for none.
    first_token_timeout_ms: NotRequired[int]
    # Ask a second engine as well when the first has said nothing for so long; both are paid.
    hedge_after_ms: NotRequired[int]
    # An engine that is tried on some of the calls; it falls back to the others.
    canary: NotRequired[CreateRouteBodyCanary]
    # An engine that is asked the same beside the call. Nobody waits for its reply or sees it; its cost stands in a record of its own (`shadow`), which charges the workspace nothing.
    shadow: NotRequired[CreateRouteBodyShadow]
    # Further fields of the body that goes to the vendor.
    extra_body: NotRequired[Dict[str, Any]]
    name: NotRequired[str]
    description: NotRequired[str]
    context_length: NotRequired[int]
    max_completion_tokens: NotRequired[int]
    input_modalities: NotRequired[List[str]]
    supported_parameters: NotRequired[List[str]]
    # What a workspace is charged, in US dollars per token and request.
    pricing: NotRequired[CreateRouteBodyPricing]


@final
class ReplaceRouteBodyEnginesItem(TypedDict):
    # `provider/model`, or `reader`.
    engine: str
    weight: NotRequired[float]


# Chains by kind of fault: instead of `fallbacks` after a fault of this kind.
@final
class ReplaceRouteBodyFallbacksBy(TypedDict):
    rate: NotRequired[List[str]]
    overload: NotRequired[List[str]]
    error: NotRequired[List[str]]
    timeout: NotRequired[List[str]]
    context: NotRequired[List[str]]
    rejected: NotRequired[List[str]]
    content_filter: NotRequired[List[str]]
    refusal: NotRequired[List[str]]


# An engine that is tried on some of the calls; it falls back to the others.
@final
class ReplaceRouteBodyCanary(TypedDict):
    # `provider/model`, or `reader`.
    engine: str
    # Of the users; one user, else one key, stays on one side. Default 0.
    share: NotRequired[float]
    # Calls with one of these tags go to it, whatever the share.
    tags: NotRequired[List[str]]


# An engine that is asked the same beside the call. Nobody waits for its reply or sees it; its cost stands in a record of its own (`shadow`), which charges the workspace nothing.
@final
class ReplaceRouteBodyShadow(TypedDict):
    # `provider/model`, or `reader`.
    engine: str
    # Of the calls.
    share: NotRequired[float]


# What a workspace is charged, in US dollars per token and request.
@final
class ReplaceRouteBodyPricing(TypedDict):
    # US dollars as a decimal string.
    prompt: NotRequired[str]
    # US dollars as a decimal string.
    completion: NotRequired[str]
    # US dollars as a decimal string.
    request: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_read: NotRequired[str]
    # US dollars as a decimal string.
    input_cache_write: NotRequired[str]


@final
class ReplaceRouteBody(TypedDict):
    # The version that was read: 409 `conflict` where another has come since.
    version: NotRequired[int]
    # Further names under which callers reach it, such as `openai/gpt-4o`.
    aliases: NotRequired[List[str]]
    # They share the calls by weight; those not chosen come first when one fails.
    engines: List[ReplaceRouteBodyEnginesItem]
    # Engines to try, in order, when those above fail.
    fallbacks: NotRequired[List[str]]
    # Chains by kind of fault: instead of `fallbacks` after a fault of this kind.
    fallbacks_by: NotRequired[ReplaceRouteBodyFallbacksBy]
    # Which faults go on to another engine. Default: all but `content_filter` and `refusal`, and those of `fallbacks_by`.
    fallback_on: NotRequired[List[Literal["rate", "overload", "error", "timeout", "context", "rejected", "content_filter", "refusal"]]]
    # The longest wait for the first word where another engine can be asked; 0 for none.
    first_token_timeout_ms: NotRequired[int]
    # Ask a second engine as well when the first has said nothing for so long; both are paid.
    hedge_after_ms: NotRequired[int]
    # An engine that is tried on some of the calls; it falls back to the others.
    canary: NotRequired[ReplaceRouteBodyCanary]
    # An engine that is asked the same beside the call. Nobody waits for its reply or sees it; its cost stands in a record of its own (`shadow`), which charges the workspace nothing.
    shadow: NotRequired[ReplaceRouteBodyShadow]
    # Further fields of the body that goes to the vendor.
    extra_body: NotRequired[Dict[str, Any]]
    name: NotRequired[str]
    description: NotRequired[str]
    context_length: NotRequired[int]
    max_completion_tokens: NotRequired[int]
    input_modalities: NotRequired[List[str]]
    supported_parameters: NotRequired[List[str]]
    # What a workspace is charged, in US dollars per token and request.
    pricing: NotRequired[ReplaceRouteBodyPricing]


@final
class DeleteRouteReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class RevertRouteBody(TypedDict):
    # Default: the one before the last.
    version: NotRequired[int]


@final
class DryRunRouteBody(TypedDict):
    # Default: the default model.
    model: NotRequired[str]
    # Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.
    models: NotRequired[Union[List[str], None]]
    provider: NotRequired[Union[ProviderWishes, None]]
    # The caller's own user.
    user: NotRequired[str]
    tags: NotRequired[List[str]]
    # The key that would call.
    key_id: NotRequired[str]
    kind: NotRequired[Literal["text", "object", "tools", "pictures"]]
    # What would come next if the first engine failed like this.
    after: NotRequired[Literal["rate", "overload", "error", "timeout", "context", "rejected", "content_filter", "refusal"]]


@final
class DryRunOrderItem(TypedDict):
    engine: str
    role: Literal["engine", "canary", "fallback"]
    # How often it is asked first among those that may be called; null for those that only stand in.
    share: Union[float, None]
    state: Literal["ready", "cooling", "open"]
    wait_ms: int
    # The vendor's price per million tokens.
    input_usd: float
    output_usd: float


@final
class DryRunLeftOutItem(TypedDict):
    engine: str
    why: str


@final
class DryRunCanary1(TypedDict):
    engine: str
    chosen: bool
    why: str


@final
class DryRun(TypedDict):
    model: str
    # That would be asked first; null where none may be.
    engine: Union[str, None]
    # In a sentence.
    why: str
    order: List[DryRunOrderItem]
    left_out: List[DryRunLeftOutItem]
    canary: Union[DryRunCanary1, None]
    shadow: Union[str, None]


@final
class ReadImageBody(TypedDict):
    # Base64, with or without a data URI prefix.
    image: NotRequired[str]


@final
class ReadImageReplyRawResponsePagesItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class ReadImageReplyRawResponsePagesItemDimensions(TypedDict):
    width: int
    height: int


@final
class ReadImageReplyRawResponsePagesItemBlocksItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class ReadImageReplyRawResponsePagesItemBlocksItemWordsItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class ReadImageReplyRawResponsePagesItemBlocksItemWordsItem(TypedDict):
    text: str
    bounding_box: ReadImageReplyRawResponsePagesItemBlocksItemWordsItemBoundingBox
    confidence: float
    # Present when the reading should be checked.
    uncertain: NotRequired[Literal[True]]


@final
class ReadImageReplyRawResponsePagesItemBlocksItem(TypedDict):
    type: Literal["heading", "paragraph", "list", "table"]
    text: str
    bounding_box: ReadImageReplyRawResponsePagesItemBlocksItemBoundingBox
    confidence: float
    words: NotRequired[List[ReadImageReplyRawResponsePagesItemBlocksItemWordsItem]]


@final
class ReadImageReplyRawResponsePagesItemReadingsItem(TypedDict):
    # Who read so.
    engine: str
    text: str
    confidence: float
    # What speaks for this reading and against it.
    evidence: str
    # Words that no other engine saw, at most 200.
    unconfirmed: List[str]


@final
class ReadImageReplyRawResponsePagesItem(TypedDict):
    # From 0.
    index: int
    markdown: str
    text: str
    bounding_box: ReadImageReplyRawResponsePagesItemBoundingBox
    # Signed address of the upright page image; empty when none is kept.
    image_url: str
    # Signed address of a page that shows the image with boxes; empty without image.
    view_url: str
    dimensions: ReadImageReplyRawResponsePagesItemDimensions
    confidence: float
    blocks: List[ReadImageReplyRawResponsePagesItemBlocksItem]
    # What the honesty checks found.
    warnings: NotRequired[List[str]]
    # Both readings, where a remote reader and the local engines disagree.
    readings: NotRequired[List[ReadImageReplyRawResponsePagesItemReadingsItem]]


@final
class ReadImageReplyRawResponse(TypedDict):
    id: str
    object: Literal["document"]
    # The engines that read the page.
    model: str
    pages: List[ReadImageReplyRawResponsePagesItem]


@final
class ReadImageReply(TypedDict):
    # Whether text was found.
    success: bool
    text: str
    method: Literal["parley_document_ai"]
    raw_response: ReadImageReplyRawResponse
    # Present when `success` is false.
    error: NotRequired[str]


@final
class ReadPdfBody(TypedDict):
    # Base64, with or without a data URI prefix.
    pdf: NotRequired[str]
    max_pages: NotRequired[int]
    dpi: NotRequired[int]
    password: NotRequired[str]
    # Answer 202 at once; poll, or be called at `webhook_url`.
    background: NotRequired[bool]
    # With `background`: called at the end, signed as Standard Webhooks say.
    webhook_url: NotRequired[str]


@final
class ReadPdfReplyPagesItemRawResponsePagesItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class ReadPdfReplyPagesItemRawResponsePagesItemDimensions(TypedDict):
    width: int
    height: int


@final
class ReadPdfReplyPagesItemRawResponsePagesItemBlocksItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class ReadPdfReplyPagesItemRawResponsePagesItemBlocksItemWordsItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class ReadPdfReplyPagesItemRawResponsePagesItemBlocksItemWordsItem(TypedDict):
    text: str
    bounding_box: ReadPdfReplyPagesItemRawResponsePagesItemBlocksItemWordsItemBoundingBox
    confidence: float
    # Present when the reading should be checked.
    uncertain: NotRequired[Literal[True]]


@final
class ReadPdfReplyPagesItemRawResponsePagesItemBlocksItem(TypedDict):
    type: Literal["heading", "paragraph", "list", "table"]
    text: str
    bounding_box: ReadPdfReplyPagesItemRawResponsePagesItemBlocksItemBoundingBox
    confidence: float
    words: NotRequired[List[ReadPdfReplyPagesItemRawResponsePagesItemBlocksItemWordsItem]]


@final
class ReadPdfReplyPagesItemRawResponsePagesItemReadingsItem(TypedDict):
    # Who read so.
    engine: str
    text: str
    confidence: float
    # What speaks for this reading and against it.
    evidence: str
    # Words that no other engine saw, at most 200.
    unconfirmed: List[str]


@final
class ReadPdfReplyPagesItemRawResponsePagesItem(TypedDict):
    # From 0.
    index: int
    markdown: str
    text: str
    bounding_box: ReadPdfReplyPagesItemRawResponsePagesItemBoundingBox
    # Signed address of the upright page image; empty when none is kept.
    image_url: str
    # Signed address of a page that shows the image with boxes; empty without image.
    view_url: str
    dimensions: ReadPdfReplyPagesItemRawResponsePagesItemDimensions
    confidence: float
    blocks: List[ReadPdfReplyPagesItemRawResponsePagesItemBlocksItem]
    # What the honesty checks found.
    warnings: NotRequired[List[str]]
    # Both readings, where a remote reader and the local engines disagree.
    readings: NotRequired[List[ReadPdfReplyPagesItemRawResponsePagesItemReadingsItem]]


@final
class ReadPdfReplyPagesItemRawResponse(TypedDict):
    id: str
    object: Literal["document"]
    # The engines that read the page.
    model: str
    pages: List[ReadPdfReplyPagesItemRawResponsePagesItem]


@final
class ReadPdfReplyPagesItem(TypedDict):
    # From 1.
    page_number: int
    text: str
    success: bool
    method: Literal["text_extraction", "parley_document_ai"]
    error: NotRequired[str]
    raw_response: NotRequired[ReadPdfReplyPagesItemRawResponse]


@final
class ReadPdfReply(TypedDict):
    # Whether any page has text.
    success: bool
    # The pages, joined by a blank line.
    text: str
    method: Literal["text_extraction", "parley_document_ai"]
    pages_processed: int
    total_pages: int
    pages: List[ReadPdfReplyPagesItem]
    # Pages missing from `text`, and why.
    warnings: NotRequired[List[str]]
    error: NotRequired[str]


@final
class OcrPdfRunPagesItemRawResponsePagesItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class OcrPdfRunPagesItemRawResponsePagesItemDimensions(TypedDict):
    width: int
    height: int


@final
class OcrPdfRunPagesItemRawResponsePagesItemBlocksItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class OcrPdfRunPagesItemRawResponsePagesItemBlocksItemWordsItemBoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


@final
class OcrPdfRunPagesItemRawResponsePagesItemBlocksItemWordsItem(TypedDict):
    text: str
    bounding_box: OcrPdfRunPagesItemRawResponsePagesItemBlocksItemWordsItemBoundingBox
    confidence: float
    # Present when the reading should be checked.
    uncertain: NotRequired[Literal[True]]


@final
class OcrPdfRunPagesItemRawResponsePagesItemBlocksItem(TypedDict):
    type: Literal["heading", "paragraph", "list", "table"]
    text: str
    bounding_box: OcrPdfRunPagesItemRawResponsePagesItemBlocksItemBoundingBox
    confidence: float
    words: NotRequired[List[OcrPdfRunPagesItemRawResponsePagesItemBlocksItemWordsItem]]


@final
class OcrPdfRunPagesItemRawResponsePagesItemReadingsItem(TypedDict):
    # Who read so.
    engine: str
    text: str
    confidence: float
    # What speaks for this reading and against it.
    evidence: str
    # Words that no other engine saw, at most 200.
    unconfirmed: List[str]


@final
class OcrPdfRunPagesItemRawResponsePagesItem(TypedDict):
    # From 0.
    index: int
    markdown: str
    text: str
    bounding_box: OcrPdfRunPagesItemRawResponsePagesItemBoundingBox
    # Signed address of the upright page image; empty when none is kept.
    image_url: str
    # Signed address of a page that shows the image with boxes; empty without image.
    view_url: str
    dimensions: OcrPdfRunPagesItemRawResponsePagesItemDimensions
    confidence: float
    blocks: List[OcrPdfRunPagesItemRawResponsePagesItemBlocksItem]
    # What the honesty checks found.
    warnings: NotRequired[List[str]]
    # Both readings, where a remote reader and the local engines disagree.
    readings: NotRequired[List[OcrPdfRunPagesItemRawResponsePagesItemReadingsItem]]


@final
class OcrPdfRunPagesItemRawResponse(TypedDict):
    id: str
    object: Literal["document"]
    # The engines that read the page.
    model: str
    pages: List[OcrPdfRunPagesItemRawResponsePagesItem]


@final
class OcrPdfRunPagesItem(TypedDict):
    # From 1.
    page_number: int
    text: str
    success: bool
    method: Literal["text_extraction", "parley_document_ai"]
    error: NotRequired[str]
    raw_response: NotRequired[OcrPdfRunPagesItemRawResponse]


# Once it has ended with the result, also of a run that failed or was cancelled: the pages done by then.
@final
class OcrPdfRun(TypedDict):
    # False when it failed, or ended without any text.
    success: bool
    ocr_id: str
    status: Literal["queued", "running", "completed", "failed", "cancelled"]
    # Pages done so far.
    pages_processed: int
    # Pages of the PDF, also those beyond `max_pages`.
    total_pages: int
    created_at: str
    finished_at: Union[str, None]
    # Until then the result is kept; null while it is being read.
    expires_at: Union[str, None]
    # Checks the signature of the webhook (`whsec_…`).
    webhook_secret: NotRequired[str]
    # The pages, joined by a blank line, once it has ended.
    text: NotRequired[str]
    method: NotRequired[Literal["text_extraction", "parley_document_ai"]]
    pages: NotRequired[List[OcrPdfRunPagesItem]]
    # Pages missing from `text`, and why.
    warnings: NotRequired[List[str]]
    error: NotRequired[str]
    message: NotRequired[str]
    code: NotRequired[str]


@final
class GetOcrPdfQuery(TypedDict):
    first_page: NotRequired[int]
    limit: NotRequired[int]


@final
class GetOcrHealthReply(TypedDict):
    status: Literal["ok"]
    ocr_enabled: bool
    model: str
    message: str
    languages: List[str]


@final
class GetOcrPageImageQuery(TypedDict):
    token: str


@final
class GetOcrPageViewQuery(TypedDict):
    token: str


@final
class WebSearchBodyContentsText2(TypedDict):
    max_characters: NotRequired[int]


@final
class WebSearchBodyContentsHighlights2(TypedDict):
    max_characters: NotRequired[int]


@final
class WebSearchBodyContentsSummary2(TypedDict):
    max_characters: NotRequired[int]


# Fetch the pages and add what is asked for.
@final
class WebSearchBodyContents(TypedDict):
    text: NotRequired[Union[bool, WebSearchBodyContentsText2]]
    highlights: NotRequired[Union[bool, WebSearchBodyContentsHighlights2]]
    summary: NotRequired[Union[bool, WebSearchBodyContentsSummary2]]


@final
class WebSearchBody(TypedDict):
    query: str
    # Default 10.
    num_results: NotRequired[int]
    # Another name of `num_results`.
    max_results: NotRequired[int]
    include_domains: NotRequired[List[str]]
    exclude_domains: NotRequired[List[str]]
    # ISO 8601 date or time.
    start_published_date: NotRequired[str]
    # ISO 8601 date or time.
    end_published_date: NotRequired[str]
    # Such as `general`, `news`, `science`; for back ends that know it.
    category: NotRequired[str]
    # What the back ends cannot tell apart is the same here.
    type: NotRequired[Literal["neural", "keyword", "auto", "fast"]]
    # Ignored: a name of another service.
    model: NotRequired[str]
    # Turn a question into search words first.
    use_autoprompt: NotRequired[bool]
    # Fetch the pages and add what is asked for.
    contents: NotRequired[WebSearchBodyContents]
    # Search the workspace's own files too.
    include_files: NotRequired[bool]


@final
class WebSearchResult(TypedDict):
    title: str
    url: str
    snippet: str
    # From 0 to 1: agreement of the back ends and rank.
    score: float
    published_date: Union[str, None]
    author: Union[str, None]
    text: NotRequired[str]
    highlights: NotRequired[List[str]]
    summary: NotRequired[str]
    # Why the contents of this page could not be had.
    content_error: NotRequired[str]


# How one back end answered.
@final
class SearchBackendReport(TypedDict):
    name: str
    outcome: Literal["found", "nothing_found", "refused", "unreachable", "timed_out"]
    results: int
    duration_ms: int
    message: NotRequired[str]


@final
class WebSearchResponse(TypedDict):
    success: Literal[True]
    results: List[WebSearchResult]
    # The words that were searched for.
    autoprompt_string: str
    backends: List[SearchBackendReport]


@final
class CreateDeepResearchBody(TypedDict):
    instructions: NotRequired[str]
    # Another name of `instructions`.
    query: NotRequired[str]
    # Sources: quick 10 to 15, standard 20 to 30, thorough 40 or more.
    depth: NotRequired[Literal["quick", "standard", "thorough"]]
    max_sources: NotRequired[int]
    # JSON Schema of the report; `output` is then an object that satisfies it.
    response_format: NotRequired[Dict[str, Any]]
    # JSON Schema of the report; `output` is then an object that satisfies it.
    output_schema: NotRequired[Dict[str, Any]]
    # Answer 202 at once; poll, or be called at `webhook_url`.
    background: NotRequired[bool]
    # Called at the end, signed as Standard Webhooks say.
    webhook_url: NotRequired[str]
    file_ids: NotRequired[List[str]]
    # Ids of collections: answered is from those of their files that speak most to the question.
    collection_ids: NotRequired[List[str]]
    # Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`.
    collection_filter: NotRequired[Dict[str, Any]]
    # Search the workspace's own files too.
    include_files: NotRequired[bool]
    # Ask search engines and read pages. Default: true, but false where `file_ids`, `collection_ids` or `include_files` are given: then nothing leaves unless this says so.
    web: NotRequired[bool]
    max_cost_usd: NotRequired[float]
    # Reuse pages that were fetched within 24 hours.
    use_cache: NotRequired[bool]
    # A model id of `GET /v1/models`; another service's engine, such as `exa-research`, is ignored.
    model: NotRequired[str]


# Stands behind the mark `[n]`: the nth of the list.
@final
class ResearchCitation(TypedDict):
    id: str
    url: str
    title: str
    # The exact passage: the stored text from `start` to `end`.
    quote: str
    # UTF-16 position in the stored text.
    start: int
    end: int
    # SHA-256 of the bytes that were fetched, hexadecimal.
    content_hash: str
    fetched_at: str
    # `quoted`: code proved the statement by the quote; `entailed`: a connected model confirmed it besides.
    verified: Union[Literal["quoted"], Literal["entailed"]]
    file_id: NotRequired[str]


@final
class ResearchResultQueriesItem(TypedDict):
    query: str
    engines: List[str]


@final
class ResearchShortfallThinItem(TypedDict):
    question: str
    claims: int
    sources: int


# Why there are fewer sources, or less on a question, than the depth promises.
@final
class ResearchShortfall(TypedDict):
    wanted: int
    cited: int
    read: int
    found: int
    reason: str
    # Questions of the plan on which next to nothing was proven.
    thin: NotRequired[List[ResearchShortfallThinItem]]


# The connected model refused or failed; the report is in the words of the sources.
@final
class ResearchResultDegraded(TypedDict):
    # Questions put to the model.
    calls: int
    # Those without a usable answer.
    failed: int
    reason: str


@final
class ResearchResultFailedSourcesItem(TypedDict):
    url: str
    reason: str


@final
class ResearchResult(TypedDict):
    success: Literal[True]
    research_id: str
    status: Literal["completed"]
    # Markdown with `[n]` marks, or the object that was asked for.
    output: Union[str, Dict[str, Any]]
    citations: List[ResearchCitation]
    # JSON pointers into a structured `output`: values that no passage carries.
    unverified: NotRequired[List[str]]
    searches_performed: int
    # What was sent to which search engines, in its order. Empty where nothing left.
    queries: NotRequired[List[ResearchResultQueriesItem]]
    pages_read: int
    shortfall: NotRequired[ResearchShortfall]
    # The connected model refused or failed; the report is in the words of the sources.
    degraded: NotRequired[ResearchResultDegraded]
    failed_sources: List[ResearchResultFailedSourcesItem]
    model: str
    cost_usd: float


@final
class ResearchProgress(TypedDict):
    step: str
    message: str
    sources_found: int
    pages_read: int


@final
class ResearchRunQueriesItem(TypedDict):
    query: str
    engines: List[str]


# The connected model refused or failed; the report is in the words of the sources.
@final
class ResearchRunDegraded(TypedDict):
    # Questions put to the model.
    calls: int
    # Those without a usable answer.
    failed: int
    reason: str


@final
class ResearchRunFailedSourcesItem(TypedDict):
    url: str
    reason: str


@final
class ResearchRun(TypedDict):
    success: bool
    research_id: str
    status: Literal["queued", "running", "completed", "failed", "cancelled"]
    # What was asked for, its first 500 characters.
    instructions: str
    progress: ResearchProgress
    created_at: str
    finished_at: Union[str, None]
    # Checks the signature of the webhook (`whsec_…`).
    webhook_secret: NotRequired[str]
    # Markdown with `[n]` marks, or the object that was asked for.
    output: NotRequired[Union[str, Dict[str, Any]]]
    citations: NotRequired[List[ResearchCitation]]
    # JSON pointers into a structured `output`: values that no passage carries.
    unverified: NotRequired[List[str]]
    searches_performed: NotRequired[int]
    # What was sent to which search engines, in its order. Empty where nothing left.
    queries: NotRequired[List[ResearchRunQueriesItem]]
    pages_read: NotRequired[int]
    shortfall: NotRequired[ResearchShortfall]
    # The connected model refused or failed; the report is in the words of the sources.
    degraded: NotRequired[ResearchRunDegraded]
    failed_sources: NotRequired[List[ResearchRunFailedSourcesItem]]
    model: NotRequired[str]
    cost_usd: NotRequired[float]
    error: NotRequired[str]
    message: NotRequired[str]
    code: NotRequired[str]


ResearchEvent: TypeAlias = "Union[ResearchEvent1, ResearchEvent2, ResearchEvent3, ResearchEvent4]"

@final
class ResearchEvent1(TypedDict):
    progress: ResearchProgress


@final
class ResearchEvent2(TypedDict):
    content: str
    done: Literal[False]


@final
class ResearchEvent3QueriesItem(TypedDict):
    query: str
    engines: List[str]


# The connected model refused or failed; the report is in the words of the sources.
@final
class ResearchEvent3Degraded(TypedDict):
    # Questions put to the model.
    calls: int
    # Those without a usable answer.
    failed: int
    reason: str


@final
class ResearchEvent3FailedSourcesItem(TypedDict):
    url: str
    reason: str


@final
class ResearchEvent3(TypedDict):
    done: Literal[True]
    success: Literal[True]
    research_id: str
    status: Literal["completed"]
    # Markdown with `[n]` marks, or the object that was asked for.
    output: Union[str, Dict[str, Any]]
    citations: List[ResearchCitation]
    # JSON pointers into a structured `output`: values that no passage carries.
    unverified: NotRequired[List[str]]
    searches_performed: int
    # What was sent to which search engines, in its order. Empty where nothing left.
    queries: NotRequired[List[ResearchEvent3QueriesItem]]
    pages_read: int
    shortfall: NotRequired[ResearchShortfall]
    # The connected model refused or failed; the report is in the words of the sources.
    degraded: NotRequired[ResearchEvent3Degraded]
    failed_sources: List[ResearchEvent3FailedSourcesItem]
    model: str
    cost_usd: float


@final
class ResearchEvent4(TypedDict):
    error: str
    code: str
    done: Literal[True]


@final
class ListDeepResearchQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]


@final
class ListDeepResearchReply(TypedDict):
    data: List[ResearchRun]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class GetResearchSourceReply(TypedDict):
    success: Literal[True]
    citation: ResearchCitation
    text: str


@final
class GenerateImageBody(TypedDict):
    prompt: str
    # Pixels: 1:1 1024x1024, 16:9 1920x1080, 9:16 1080x1920, 4:3 1024x768, 3:4 768x1024, 21:9 2560x1080, 9:21 1080x2560.
    aspect_ratio: NotRequired[Literal["1:1", "16:9", "9:16", "4:3", "3:4", "21:9", "9:21"]]
    output_format: NotRequired[Literal["jpeg", "png"]]
    # Drawn at random when it is left out.
    seed: NotRequired[int]
    # Let the engine add to the prompt; see `revised_prompt`.
    prompt_upsampling: NotRequired[bool]
    # 0 is the strictest, 6 the most tolerant.
    safety_tolerance: NotRequired[int]
    # One of the media models of `GET /v1/models`.
    model: NotRequired[str]


@final
class GeneratedImage(TypedDict):
    success: Literal[True]
    # Works without a key for one hour.
    image_url: str
    image_base64: str
    request_id: str
    seed: int
    # What was drawn, when that is not the prompt itself.
    revised_prompt: NotRequired[str]
    # What drew it. `sketch` is a drawing program, not a diffusion model.
    model: str
    width: int
    height: int
    # What of the prompt was not drawn, and fields that are not known.
    warnings: NotRequired[List[str]]


@final
class GenerateVideoBody(TypedDict):
    prompt: str
    size: NotRequired[Literal["1280x720", "720x1280", "1920x1080", "1080x1920", "1024x1024"]]
    # The first frame: an image as base64 or data URI, at most 10 MB.
    input_reference: NotRequired[str]
    seed: NotRequired[int]
    # 0 is the strictest, 6 the most tolerant.
    safety_tolerance: NotRequired[int]
    # `url`: a signed address instead of a data URI.
    response: NotRequired[Literal["data", "url"]]
    # Answer 202 at once, then poll.
    background: NotRequired[bool]
    # One of the media models of `GET /v1/models`.
    model: NotRequired[str]


@final
class GeneratedVideo(TypedDict):
    success: Literal[True]
    video_id: str
    status: Literal["completed"]
    prompt: str
    # A data URI of an MP4, or an address that works without a key for one hour.
    video_url: str
    # Seconds.
    duration: float
    seed: int
    # What made it. `sketch` is a drawing program, not a diffusion model.
    model: str


@final
class VideoProgress(TypedDict):
    # `queued`, `rendering` or `ended`.
    step: str
    percent: int


# `video_url` is there while the video is kept: one hour after it was made.
@final
class VideoRun(TypedDict):
    success: bool
    video_id: str
    status: Literal["queued", "running", "completed", "failed", "cancelled"]
    prompt: str
    progress: VideoProgress
    created_at: str
    finished_at: Union[str, None]
    # A data URI of an MP4, or an address that works without a key for one hour.
    video_url: NotRequired[str]
    # Seconds.
    duration: NotRequired[float]
    seed: NotRequired[int]
    # What made it. `sketch` is a drawing program, not a diffusion model.
    model: NotRequired[str]
    error: NotRequired[str]
    message: NotRequired[str]
    code: NotRequired[str]


@final
class ListMediaQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    kind: NotRequired[Literal["image", "video"]]


@final
class MediaItem(TypedDict):
    id: str
    kind: Literal["image", "video"]
    # Pictures are listed once they are drawn.
    status: Literal["queued", "running", "completed", "failed", "cancelled"]
    prompt: str
    # What was drawn, when that is not the prompt itself.
    revised_prompt: Union[str, None]
    # What made it; of a video that is not made yet, what was asked for.
    model: Union[str, None]
    seed: int
    width: int
    height: int
    format: Literal["jpeg", "png", "mp4"]
    # Seconds of a video.
    duration: Union[float, None]
    # Per cent.
    progress: int
    # What the workspace was charged; null while nothing was.
    cost_usd: Union[float, None]
    # Of the call that asked for it.
    request_id: str
    # Works without a key for one hour after it was made; null before and after.
    url: Union[str, None]
    # When the address ends to work.
    expires_at: Union[str, None]
    # Why it failed.
    error: Union[str, None]
    created_at: str


@final
class ListMediaReply(TypedDict):
    data: List[MediaItem]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class GetMediaQuery(TypedDict):
    token: str


@final
class IntegrationFeature(TypedDict):
    # Upper-case identifier, such as `SEND_MESSAGE`.
    name: str
    description: str
    # Type name by parameter name.
    parameters: Dict[str, str]
    # JSON Schema that `inputs` must satisfy.
    input_schema: NotRequired[Dict[str, Any]]
    # Permissions at the third party that it needs.
    scopes: NotRequired[List[str]]
    # Whether it changes something at the third party; such calls can need a confirmation.
    changes: NotRequired[bool]


@final
class IntegrationConnectionFieldsValue(TypedDict):
    description: str
    required: bool
    required_for: NotRequired[List[Literal["OAUTH2", "API_KEY", "BASIC_AUTH", "NONE"]]]
    pattern: str


@final
class Integration(TypedDict):
    id: NotRequired[str]
    name: str
    description: str
    logo_url: NotRequired[str]
    app_url: NotRequired[str]
    features: NotRequired[List[IntegrationFeature]]
    auth_method: NotRequired[Literal["OAUTH2", "API_KEY", "BASIC_AUTH", "NONE"]]
    # Every way to connect, the main one first.
    auth_methods: NotRequired[List[Literal["OAUTH2", "API_KEY", "BASIC_AUTH", "NONE"]]]
    # Those whose credentials are tried once before they are stored; others show at their first call whether they are good.
    tried_methods: NotRequired[List[Literal["OAUTH2", "API_KEY", "BASIC_AUTH", "NONE"]]]
    # What a connection takes beside credentials, sent in `fields`.
    connection_fields: NotRequired[Dict[str, IntegrationConnectionFieldsValue]]


@final
class FinishAuthorizationQuery(TypedDict):
    state: NotRequired[str]
    code: NotRequired[str]
    error: NotRequired[str]
    error_description: NotRequired[str]
    iss: NotRequired[str]


# What stands here counts as if it stood beside `user_id`, unless it stands there too.
@final
class ConnectIntegrationBodyExtra(TypedDict):
    api_key: NotRequired[str]
    username: NotRequired[str]
    password: NotRequired[str]
    scopes: NotRequired[List[str]]
    fields: NotRequired[Dict[str, str]]


@final
class ConnectIntegrationBody(TypedDict):
    # Your own id of the user, 1 to 255 characters.
    user_id: NotRequired[str]
    # For API_KEY.
    api_key: NotRequired[str]
    # For BASIC_AUTH.
    username: NotRequired[str]
    # For BASIC_AUTH.
    password: NotRequired[str]
    # For OAUTH2: where the user goes afterwards.
    callback_url: NotRequired[str]
    # For OAUTH2: other than the default ones.
    scopes: NotRequired[List[str]]
    # The integration's `connection_fields`.
    fields: NotRequired[Dict[str, str]]
    # What stands here counts as if it stood beside `user_id`, unless it stands there too.
    extra: NotRequired[ConnectIntegrationBodyExtra]


@final
class ConnectIntegrationReply1(TypedDict):
    success: Literal[True]
    message: str
    integration_id: str
    user_id: str


@final
class ConnectIntegrationReply2(TypedDict):
    # Send the user there within 10 minutes.
    redirect_url: str
    instructions: str


@final
class ExecuteIntegrationBody(TypedDict):
    # Your own id of the user, 1 to 255 characters.
    user_id: NotRequired[str]
    # Compared without case.
    feature_name: NotRequired[str]
    # An object that satisfies the feature's `input_schema`.
    inputs: NotRequired[Any]
    # The token of an answer `confirmation_required`. It works once, for exactly that call, for 10 minutes.
    confirm: NotRequired[str]


@final
class ExecuteIntegrationReply(TypedDict):
    success: Literal[True]
    result: Any
    integration_id: str
    feature_name: str
    user_id: str


@final
class ListConnectionsQuery(TypedDict):
    user_id: NotRequired[str]
    limit: NotRequired[int]
    after: NotRequired[str]


@final
class IntegrationConnection(TypedDict):
    id: str
    integration_id: str
    user_id: str
    auth_method: Literal["OAUTH2", "API_KEY", "BASIC_AUTH", "NONE"]
    # `expiring`: works or is about to stop, and could not be renewed so far · `needs_reconnect`: the user must connect again.
    status: Literal["connected", "expiring", "needs_reconnect"]
    reason: Union[str, None]
    scopes: List[str]
    # Of the access token; it is renewed before. Null when the third party does not say.
    expires_at: Union[str, None]
    created_at: str
    updated_at: str
    last_used_at: Union[str, None]


@final
class ListConnectionsReply(TypedDict):
    success: Literal[True]
    data: List[IntegrationConnection]
    has_more: bool
    next: Union[str, None]


@final
class ListAllConnectionsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    user_id: NotRequired[str]
    status: NotRequired[Literal["connected", "expiring", "needs_reconnect"]]


@final
class ConnectionCount(TypedDict):
    # Those that work, `expiring` included.
    connected: int
    needs_reconnect: int


@final
class ListAllConnectionsReply(TypedDict):
    data: List[IntegrationConnection]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]
    # By the id of the integration.
    integrations: Dict[str, ConnectionCount]


@final
class ForgetUserReply(TypedDict):
    success: Literal[True]
    deleted: Literal[True]
    user_id: str
    # How many were erased.
    connections: int
    # How many of them the third parties confirmed as void.
    revoked: int


@final
class DeleteConnectionReply(TypedDict):
    success: Literal[True]
    deleted: Literal[True]
    # Whether the third party confirmed that the token is void.
    revoked: bool
    integration_id: str
    user_id: str


@final
class AddIntegrationBodyMcp(TypedDict):
    url: str
    auth_method: NotRequired[Literal["NONE", "API_KEY", "OAUTH2"]]
    # Without it a client is registered with the server.
    client_id: NotRequired[str]
    client_secret: NotRequired[str]
    scopes: NotRequired[List[str]]


@final
class AddIntegrationBody(TypedDict):
    # Not for `manifest`, which has one.
    id: NotRequired[str]
    name: NotRequired[str]
    description: NotRequired[str]
    # Without it every workspace has the integration.
    workspace_id: NotRequired[str]
    # A manifest as in the guide.
    manifest: NotRequired[Dict[str, Any]]
    # An OpenAPI 3 document.
    openapi: NotRequired[Dict[str, Any]]
    # Address of one, as JSON.
    openapi_url: NotRequired[str]
    # For OpenAPI: in the place of the document's server.
    base_url: NotRequired[str]
    mcp: NotRequired[AddIntegrationBodyMcp]


@final
class AddedIntegration(TypedDict):
    id: str
    workspace_id: Union[str, None]
    source: Literal["manifest", "openapi", "mcp"]
    status: Literal["active", "needs_approval", "no_features"]
    manifest: Dict[str, Any]
    # Definitions that differ from the approved ones; they run once they are approved.
    pending_manifest: Union[Dict[str, Any], None]
    created_at: str
    updated_at: str


@final
class ListAddedIntegrationsReply(TypedDict):
    data: List[AddedIntegration]
    has_more: bool
    next: Union[str, None]


@final
class DeleteAddedIntegrationReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class RefreshAddedIntegrationBody(TypedDict):
    workspace_id: NotRequired[str]
    # A connected user, when the server wants credentials.
    user_id: NotRequired[str]


@final
class CreateWorkspaceBodyLimits(TypedDict):
    # What its files may take together, stored or under way; null for no limit.
    storage_bytes: NotRequired[Union[int, None]]


@final
class CreateWorkspaceBodyRetention1(TypedDict):
    usage_days: NotRequired[int]
    audit_days: NotRequired[int]
    playground_days: NotRequired[int]
    contents_days: NotRequired[int]
    files_days: NotRequired[int]
    runs_days: NotRequired[int]
    pictures_days: NotRequired[int]


@final
class CreateWorkspaceBody(TypedDict):
    name: str
    budget_usd: NotRequired[Union[float, None]]
    limits: NotRequired[CreateWorkspaceBodyLimits]
    # Origins (`https://app.example.com`) whose pages users are sent back to after signing in to an integration. Others are shown as a link.
    callback_origins: NotRequired[List[str]]
    # False: no call asks search engines or pages of the web.
    web: NotRequired[bool]
    # People come in with a second factor only, or by the identity provider; keys are not asked. Default: false.
    require_second_factor: NotRequired[bool]
    # For how many days things of this workspace are kept, where that is not as long as `Retention` of the installation says. Set by who runs it.
    retention: NotRequired[Union[CreateWorkspaceBodyRetention1, None]]


@final
class WorkspaceLimits(TypedDict):
    # What its files may take together, stored or under way; null for no limit.
    storage_bytes: NotRequired[Union[int, None]]


@final
class WorkspaceRetention1(TypedDict):
    usage_days: NotRequired[int]
    audit_days: NotRequired[int]
    playground_days: NotRequired[int]
    contents_days: NotRequired[int]
    files_days: NotRequired[int]
    runs_days: NotRequired[int]
    pictures_days: NotRequired[int]


@final
class Workspace(TypedDict):
    id: str
    name: str
    # When it was made.
    created_at: str
    budget_usd: Union[float, None]
    limits: WorkspaceLimits
    # Origins (`https://app.example.com`) whose pages users are sent back to after signing in to an integration. Others are shown as a link.
    callback_origins: List[str]
    # Whether its calls may ask the web: search engines and pages.
    web: bool
    # People come in with a second factor only, or by the identity provider; keys are not asked. Default: false.
    require_second_factor: bool
    # For how many days things of this workspace are kept, where that is not as long as `Retention` of the installation says. Set by who runs it.
    retention: Union[WorkspaceRetention1, None]


@final
class ListWorkspacesQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]


@final
class ListWorkspacesReply(TypedDict):
    data: List[Workspace]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class UpdateWorkspaceBodyLimits(TypedDict):
    # What its files may take together, stored or under way; null for no limit.
    storage_bytes: NotRequired[Union[int, None]]


@final
class UpdateWorkspaceBodyRetention1(TypedDict):
    usage_days: NotRequired[int]
    audit_days: NotRequired[int]
    playground_days: NotRequired[int]
    contents_days: NotRequired[int]
    files_days: NotRequired[int]
    runs_days: NotRequired[int]
    pictures_days: NotRequired[int]


@final
class UpdateWorkspaceBody(TypedDict):
    name: NotRequired[str]
    budget_usd: NotRequired[Union[float, None]]
    limits: NotRequired[UpdateWorkspaceBodyLimits]
    # Origins (`https://app.example.com`) whose pages users are sent back to after signing in to an integration. Others are shown as a link.
    callback_origins: NotRequired[List[str]]
    # False: no call asks search engines or pages of the web.
    web: NotRequired[bool]
    # People come in with a second factor only, or by the identity provider; keys are not asked. Default: false.
    require_second_factor: NotRequired[bool]
    # For how many days things of this workspace are kept, where that is not as long as `Retention` of the installation says. Set by who runs it.
    retention: NotRequired[Union[UpdateWorkspaceBodyRetention1, None]]


@final
class DeleteWorkspaceReply(TypedDict):
    id: str
    deleted: Literal[True]
    # Of the receipt: what was deleted, by kind.
    erasure_id: str


# Absent limits follow the defaults; null sets none.
@final
class CreateKeyBodyLimits(TypedDict):
    # Default: 600.
    requests_per_minute: NotRequired[Union[int, None]]
    # Default: 2000000.
    tokens_per_minute: NotRequired[Union[int, None]]
    # Default: 100.
    open_streams: NotRequired[Union[int, None]]
    # Most tokens of documents that a connected model is sent in a call. Default: that of the installation, 24,000, of which a call may ask for more or less; null for as much as the model holds.
    grounding_tokens: NotRequired[Union[int, None]]
    # The most that one call may cost, with all that it asks of models, in US dollars. Default: null, no limit. A call that would need more from the beginning is refused as `budget_exceeded`; a reply that nobody limits ends there with `finish_reason: length`.
    max_call_usd: NotRequired[Union[float, None]]
    # For how long replies of connected models are given again to the same prompt of the workspace, where a call does not say so itself (`x-parley-cache`). Default: null, as 0: not at all.
    cache_seconds: NotRequired[Union[int, None]]
    # What such a prompt may be: `exact` the same, `meaning` also one whose last question asks the same in nearly the same words, where the embedded sentence encoder is there. Default: null, as `exact`.
    cache_by: NotRequired[Union[Literal["exact", "meaning"], None]]


@final
class CreateKeyBody(TypedDict):
    # `workspace` keys use the service, `admin` keys manage it and belong to no workspace.
    kind: NotRequired[Literal["workspace", "admin"]]
    # Default: the first workspace.
    workspace_id: NotRequired[str]
    name: NotRequired[str]
    # Default: all.
    scopes: NotRequired[List[Literal["text", "files", "ocr", "research", "integrations", "media", "evaluation"]]]
    expires_at: NotRequired[Union[str, None]]
    active: NotRequired[bool]
    # Absent limits follow the defaults; null sets none.
    limits: NotRequired[CreateKeyBodyLimits]
    budget_usd: NotRequired[Union[float, None]]
    # Null where there is no budget. Default: `month`.
    budget_period: NotRequired[Union[Literal["day", "month", "total"], None]]
    # Default, also with null: `agents`.
    confirm_changes: NotRequired[Union[Literal["always", "agents", "never"], None]]
    # False: no call asks search engines or pages of the web. Default, also with null: true.
    web: NotRequired[Union[bool, None]]
    # The only models it may use: names of the model list, or beginnings such as `openai/*`. Null for all.
    models: NotRequired[Union[List[str], None]]
    # The only endpoints it may call, as in this specification: `POST /v1/answer`, `/v1/files/{file_id}`, `/v1/files*`. Null for all.
    endpoints: NotRequired[Union[List[str], None]]
    # The only addresses and networks (`10.0.0.0/8`) it may be used from. Null for all.
    addresses: NotRequired[Union[List[str], None]]
    # The only origins (`https://app.example.com`) whose pages may use it, for keys that stand in a page. Browsers of these may call with it without `CORS_ORIGINS`, and nobody else may. Null for all.
    origins: NotRequired[Union[List[str], None]]
    # The only collections that its calls may ask, by id; other collections, files and what reads them are refused. Null for all.
    collections: NotRequired[Union[List[str], None]]
    # Null for none.
    tags: NotRequired[Union[List[str], None]]
    # False: nothing of what its calls say is kept (`store: false` of each), and what can only be done by keeping it is refused. Default, also with null: true.
    store: NotRequired[Union[bool, None]]
    # True: fields that an endpoint does not know are refused, as with the header `x-parley-strict: true`. Default, also with null: they are named in `warnings` and in the header `x-parley-warnings`.
    strict: NotRequired[Union[bool, None]]


# Absent limits follow the defaults; null sets none.
@final
class CreateKeyReplyLimits(TypedDict):
    # Default: 600.
    requests_per_minute: NotRequired[Union[int, None]]
    # Default: 2000000.
    tokens_per_minute: NotRequired[Union[int, None]]
    # Default: 100.
    open_streams: NotRequired[Union[int, None]]
    # Most tokens of documents that a connected model is sent in a call. Default: that of the installation, 24,000, of which a call may ask for more or less; null for as much as the model holds.
    grounding_tokens: NotRequired[Union[int, None]]
    # The most that one call may cost, with all that it asks of models, in US dollars. Default: null, no limit. A call that would need more from the beginning is refused as `budget_exceeded`; a reply that nobody limits ends there with `finish_reason: length`.
    max_call_usd: NotRequired[Union[float, None]]
    # For how long replies of connected models are given again to the same prompt of the workspace, where a call does not say so itself (`x-parley-cache`). Default: null, as 0: not at all.
    cache_seconds: NotRequired[Union[int, None]]
    # What such a prompt may be: `exact` the same, `meaning` also one whose last question asks the same in nearly the same words, where the embedded sentence encoder is there. Default: null, as `exact`.
    cache_by: NotRequired[Union[Literal["exact", "meaning"], None]]


@final
class CreateKeyReply(TypedDict):
    id: str
    # `workspace` keys use the service, `admin` keys manage it and belong to no workspace.
    kind: Literal["workspace", "admin"]
    # `environment`: named by PARLEY_API_KEY or PARLEY_ADMIN_KEY, and valid only while it is · `dashboard`: under which calls of people who are signed in are metered and limited; nobody has such a key.
    source: Literal["made", "environment", "dashboard"]
    # Id of the person or key that made it.
    created_by: Union[str, None]
    # Null for admin keys.
    workspace_id: Union[str, None]
    name: str
    # The readable beginning of the key.
    prefix: str
    # Empty for admin keys.
    scopes: List[Literal["text", "files", "ocr", "research", "integrations", "media", "evaluation"]]
    active: bool
    expires_at: Union[str, None]
    # Absent limits follow the defaults; null sets none.
    limits: CreateKeyReplyLimits
    budget_usd: Union[float, None]
    # Null where there is no budget. Default: `month`.
    budget_period: Union[Literal["day", "month", "total"], None]
    # Null for admin keys.
    confirm_changes: Union[Literal["always", "agents", "never"], None]
    # Whether it may ask the web, where its workspace may. Null for admin keys.
    web: Union[bool, None]
    # Whether fields that an endpoint does not know are refused. Null for admin keys.
    strict: Union[bool, None]
    # The only models it may use: names of the model list, or beginnings such as `openai/*`. Null for all.
    models: Union[List[str], None]
    # The only endpoints it may call, as in this specification: `POST /v1/answer`, `/v1/files/{file_id}`, `/v1/files*`. Null for all.
    endpoints: Union[List[str], None]
    # The only addresses and networks (`10.0.0.0/8`) it may be used from. Null for all.
    addresses: Union[List[str], None]
    # The only origins (`https://app.example.com`) whose pages may use it, for keys that stand in a page. Browsers of these may call with it without `CORS_ORIGINS`, and nobody else may. Null for all.
    origins: Union[List[str], None]
    # The only collections that its calls may ask, by id; other collections, files and what reads them are refused. Null for all.
    collections: Union[List[str], None]
    # Every call of the key carries them, before those of its own: in records of usage, and for budgets by tag.
    tags: List[str]
    # False: nothing of what its calls say is kept (`store: false` of each), and what can only be done by keeping it is refused. Default, also with null: true.
    store: Union[bool, None]
    # When it was made.
    created_at: str
    last_used_at: Union[str, None]
    revoked_at: Union[str, None]
    # The whole key. It is shown this once.
    key: str


@final
class ListKeysQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]
    kind: NotRequired[Literal["workspace", "admin"]]


# Absent limits follow the defaults; null sets none.
@final
class KeyLimits(TypedDict):
    # Default: 600.
    requests_per_minute: NotRequired[Union[int, None]]
    # Default: 2000000.
    tokens_per_minute: NotRequired[Union[int, None]]
    # Default: 100.
    open_streams: NotRequired[Union[int, None]]
    # Most tokens of documents that a connected model is sent in a call. Default: that of the installation, 24,000, of which a call may ask for more or less; null for as much as the model holds.
    grounding_tokens: NotRequired[Union[int, None]]
    # The most that one call may cost, with all that it asks of models, in US dollars. Default: null, no limit. A call that would need more from the beginning is refused as `budget_exceeded`; a reply that nobody limits ends there with `finish_reason: length`.
    max_call_usd: NotRequired[Union[float, None]]
    # For how long replies of connected models are given again to the same prompt of the workspace, where a call does not say so itself (`x-parley-cache`). Default: null, as 0: not at all.
    cache_seconds: NotRequired[Union[int, None]]
    # What such a prompt may be: `exact` the same, `meaning` also one whose last question asks the same in nearly the same words, where the embedded sentence encoder is there. Default: null, as `exact`.
    cache_by: NotRequired[Union[Literal["exact", "meaning"], None]]


@final
class Key(TypedDict):
    id: str
    # `workspace` keys use the service, `admin` keys manage it and belong to no workspace.
    kind: Literal["workspace", "admin"]
    # `environment`: named by PARLEY_API_KEY or PARLEY_ADMIN_KEY, and valid only while it is · `dashboard`: under which calls of people who are signed in are metered and limited; nobody has such a key.
    source: Literal["made", "environment", "dashboard"]
    # Id of the person or key that made it.
    created_by: Union[str, None]
    # Null for admin keys.
    workspace_id: Union[str, None]
    name: str
    # The readable beginning of the key.
    prefix: str
    # Empty for admin keys.
    scopes: List[Literal["text", "files", "ocr", "research", "integrations", "media", "evaluation"]]
    active: bool
    expires_at: Union[str, None]
    # Absent limits follow the defaults; null sets none.
    limits: KeyLimits
    budget_usd: Union[float, None]
    # Null where there is no budget. Default: `month`.
    budget_period: Union[Literal["day", "month", "total"], None]
    # Null for admin keys.
    confirm_changes: Union[Literal["always", "agents", "never"], None]
    # Whether it may ask the web, where its workspace may. Null for admin keys.
    web: Union[bool, None]
    # Whether fields that an endpoint does not know are refused. Null for admin keys.
    strict: Union[bool, None]
    # The only models it may use: names of the model list, or beginnings such as `openai/*`. Null for all.
    models: Union[List[str], None]
    # The only endpoints it may call, as in this specification: `POST /v1/answer`, `/v1/files/{file_id}`, `/v1/files*`. Null for all.
    endpoints: Union[List[str], None]
    # The only addresses and networks (`10.0.0.0/8`) it may be used from. Null for all.
    addresses: Union[List[str], None]
    # The only origins (`https://app.example.com`) whose pages may use it, for keys that stand in a page. Browsers of these may call with it without `CORS_ORIGINS`, and nobody else may. Null for all.
    origins: Union[List[str], None]
    # The only collections that its calls may ask, by id; other collections, files and what reads them are refused. Null for all.
    collections: Union[List[str], None]
    # Every call of the key carries them, before those of its own: in records of usage, and for budgets by tag.
    tags: List[str]
    # False: nothing of what its calls say is kept (`store: false` of each), and what can only be done by keeping it is refused. Default, also with null: true.
    store: Union[bool, None]
    # When it was made.
    created_at: str
    last_used_at: Union[str, None]
    revoked_at: Union[str, None]


@final
class ListKeysReply(TypedDict):
    data: List[Key]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


# Absent limits follow the defaults; null sets none.
@final
class UpdateKeyBodyLimits(TypedDict):
    # Default: 600.
    requests_per_minute: NotRequired[Union[int, None]]
    # Default: 2000000.
    tokens_per_minute: NotRequired[Union[int, None]]
    # Default: 100.
    open_streams: NotRequired[Union[int, None]]
    # Most tokens of documents that a connected model is sent in a call. Default: that of the installation, 24,000, of which a call may ask for more or less; null for as much as the model holds.
    grounding_tokens: NotRequired[Union[int, None]]
    # The most that one call may cost, with all that it asks of models, in US dollars. Default: null, no limit. A call that would need more from the beginning is refused as `budget_exceeded`; a reply that nobody limits ends there with `finish_reason: length`.
    max_call_usd: NotRequired[Union[float, None]]
    # For how long replies of connected models are given again to the same prompt of the workspace, where a call does not say so itself (`x-parley-cache`). Default: null, as 0: not at all.
    cache_seconds: NotRequired[Union[int, None]]
    # What such a prompt may be: `exact` the same, `meaning` also one whose last question asks the same in nearly the same words, where the embedded sentence encoder is there. Default: null, as `exact`.
    cache_by: NotRequired[Union[Literal["exact", "meaning"], None]]


@final
class UpdateKeyBody(TypedDict):
    name: NotRequired[str]
    # Default: all.
    scopes: NotRequired[List[Literal["text", "files", "ocr", "research", "integrations", "media", "evaluation"]]]
    expires_at: NotRequired[Union[str, None]]
    active: NotRequired[bool]
    # Absent limits follow the defaults; null sets none.
    limits: NotRequired[UpdateKeyBodyLimits]
    budget_usd: NotRequired[Union[float, None]]
    # Null where there is no budget. Default: `month`.
    budget_period: NotRequired[Union[Literal["day", "month", "total"], None]]
    # Default, also with null: `agents`.
    confirm_changes: NotRequired[Union[Literal["always", "agents", "never"], None]]
    # False: no call asks search engines or pages of the web. Default, also with null: true.
    web: NotRequired[Union[bool, None]]
    # The only models it may use: names of the model list, or beginnings such as `openai/*`. Null for all.
    models: NotRequired[Union[List[str], None]]
    # The only endpoints it may call, as in this specification: `POST /v1/answer`, `/v1/files/{file_id}`, `/v1/files*`. Null for all.
    endpoints: NotRequired[Union[List[str], None]]
    # The only addresses and networks (`10.0.0.0/8`) it may be used from. Null for all.
    addresses: NotRequired[Union[List[str], None]]
    # The only origins (`https://app.example.com`) whose pages may use it, for keys that stand in a page. Browsers of these may call with it without `CORS_ORIGINS`, and nobody else may. Null for all.
    origins: NotRequired[Union[List[str], None]]
    # The only collections that its calls may ask, by id; other collections, files and what reads them are refused. Null for all.
    collections: NotRequired[Union[List[str], None]]
    # Null for none.
    tags: NotRequired[Union[List[str], None]]
    # False: nothing of what its calls say is kept (`store: false` of each), and what can only be done by keeping it is refused. Default, also with null: true.
    store: NotRequired[Union[bool, None]]
    # True: fields that an endpoint does not know are refused, as with the header `x-parley-strict: true`. Default, also with null: they are named in `warnings` and in the header `x-parley-warnings`.
    strict: NotRequired[Union[bool, None]]


@final
class RollKeyBody(TypedDict):
    # How long the old key stays valid. Default: 3600.
    overlap_seconds: NotRequired[int]


# Absent limits follow the defaults; null sets none.
@final
class RollKeyReplyLimits(TypedDict):
    # Default: 600.
    requests_per_minute: NotRequired[Union[int, None]]
    # Default: 2000000.
    tokens_per_minute: NotRequired[Union[int, None]]
    # Default: 100.
    open_streams: NotRequired[Union[int, None]]
    # Most tokens of documents that a connected model is sent in a call. Default: that of the installation, 24,000, of which a call may ask for more or less; null for as much as the model holds.
    grounding_tokens: NotRequired[Union[int, None]]
    # The most that one call may cost, with all that it asks of models, in US dollars. Default: null, no limit. A call that would need more from the beginning is refused as `budget_exceeded`; a reply that nobody limits ends there with `finish_reason: length`.
    max_call_usd: NotRequired[Union[float, None]]
    # For how long replies of connected models are given again to the same prompt of the workspace, where a call does not say so itself (`x-parley-cache`). Default: null, as 0: not at all.
    cache_seconds: NotRequired[Union[int, None]]
    # What such a prompt may be: `exact` the same, `meaning` also one whose last question asks the same in nearly the same words, where the embedded sentence encoder is there. Default: null, as `exact`.
    cache_by: NotRequired[Union[Literal["exact", "meaning"], None]]


@final
class RollKeyReply(TypedDict):
    id: str
    # `workspace` keys use the service, `admin` keys manage it and belong to no workspace.
    kind: Literal["workspace", "admin"]
    # `environment`: named by PARLEY_API_KEY or PARLEY_ADMIN_KEY, and valid only while it is · `dashboard`: under which calls of people who are signed in are metered and limited; nobody has such a key.
    source: Literal["made", "environment", "dashboard"]
    # Id of the person or key that made it.
    created_by: Union[str, None]
    # Null for admin keys.
    workspace_id: Union[str, None]
    name: str
    # The readable beginning of the key.
    prefix: str
    # Empty for admin keys.
    scopes: List[Literal["text", "files", "ocr", "research", "integrations", "media", "evaluation"]]
    active: bool
    expires_at: Union[str, None]
    # Absent limits follow the defaults; null sets none.
    limits: RollKeyReplyLimits
    budget_usd: Union[float, None]
    # Null where there is no budget. Default: `month`.
    budget_period: Union[Literal["day", "month", "total"], None]
    # Null for admin keys.
    confirm_changes: Union[Literal["always", "agents", "never"], None]
    # Whether it may ask the web, where its workspace may. Null for admin keys.
    web: Union[bool, None]
    # Whether fields that an endpoint does not know are refused. Null for admin keys.
    strict: Union[bool, None]
    # The only models it may use: names of the model list, or beginnings such as `openai/*`. Null for all.
    models: Union[List[str], None]
    # The only endpoints it may call, as in this specification: `POST /v1/answer`, `/v1/files/{file_id}`, `/v1/files*`. Null for all.
    endpoints: Union[List[str], None]
    # The only addresses and networks (`10.0.0.0/8`) it may be used from. Null for all.
    addresses: Union[List[str], None]
    # The only origins (`https://app.example.com`) whose pages may use it, for keys that stand in a page. Browsers of these may call with it without `CORS_ORIGINS`, and nobody else may. Null for all.
    origins: Union[List[str], None]
    # The only collections that its calls may ask, by id; other collections, files and what reads them are refused. Null for all.
    collections: Union[List[str], None]
    # Every call of the key carries them, before those of its own: in records of usage, and for budgets by tag.
    tags: List[str]
    # False: nothing of what its calls say is kept (`store: false` of each), and what can only be done by keeping it is refused. Default, also with null: true.
    store: Union[bool, None]
    # When it was made.
    created_at: str
    last_used_at: Union[str, None]
    revoked_at: Union[str, None]
    # The whole key. It is shown this once.
    key: str


GetUsageQuery = TypedDict("GetUsageQuery", {
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "workspace_id": "NotRequired[str]",
    "tag": "NotRequired[str]",
    "user_id": "NotRequired[str]",
    "group_by": "NotRequired[Literal['key', 'model', 'endpoint', 'day', 'workspace', 'tag', 'user']]",
})

@final
class GetUsageReplyTotal(TypedDict):
    # Id, model, endpoint, day (`2026-11-21`), tag or user, or null for calls without one. A call with several tags is counted for each of them, and once in the total.
    group: Union[str, None]
    requests: int
    # All input, also what was read from a cache or written to one.
    input_tokens: int
    # The part of the input that the vendor read from its cache.
    cached_tokens: int
    # The part of the input that the vendor wrote to its cache.
    cache_write_tokens: int
    output_tokens: int
    # What is charged: by `charged` of the model list.
    cost_usd: float
    # What the vendor asks, 0 for embedded and local engines.
    upstream_cost_usd: float


@final
class GetUsageReplyDataItem(TypedDict):
    # Id, model, endpoint, day (`2026-11-21`), tag or user, or null for calls without one. A call with several tags is counted for each of them, and once in the total.
    group: Union[str, None]
    requests: int
    # All input, also what was read from a cache or written to one.
    input_tokens: int
    # The part of the input that the vendor read from its cache.
    cached_tokens: int
    # The part of the input that the vendor wrote to its cache.
    cache_write_tokens: int
    output_tokens: int
    # What is charged: by `charged` of the model list.
    cost_usd: float
    # What the vendor asks, 0 for embedded and local engines.
    upstream_cost_usd: float


@final
class GetUsageReply(TypedDict):
    group_by: Literal["key", "model", "endpoint", "day", "workspace", "tag", "user"]
    total: GetUsageReplyTotal
    data: List[GetUsageReplyDataItem]


ListUsageRecordsQuery = TypedDict("ListUsageRecordsQuery", {
    "limit": "NotRequired[int]",
    "after": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "workspace_id": "NotRequired[str]",
    "tag": "NotRequired[str]",
    "user_id": "NotRequired[str]",
    "request_id": "NotRequired[str]",
    "key_id": "NotRequired[str]",
})

# One call to one engine.
@final
class UsageRound(TypedDict):
    # `provider/model`.
    engine: str
    input_tokens: int
    cached_tokens: int
    cache_write_tokens: int
    output_tokens: int
    # What its vendor asks.
    upstream_cost_usd: float
    # The code of what it failed with, `abandoned` where it was given up; null for a reply.
    error: Union[str, None]
    # When it was asked, after the beginning of the call. Absent in older records.
    started_ms: NotRequired[int]
    # From the question to the end of the reply.
    duration_ms: NotRequired[int]
    # From the question to the first piece of the reply; null where none came.
    first_token_ms: NotRequired[Union[int, None]]
    # What its vendor said when it failed, without addresses and keys.
    error_message: NotRequired[str]
    # A kept reply was given once more; nobody was asked.
    from_cache: NotRequired[bool]
    # What that reply had cost when it was written.
    saved_usd: NotRequired[float]


@final
class UsageRecord(TypedDict):
    request_id: str
    workspace_id: str
    key_id: str
    endpoint: str
    model: Union[str, None]
    # The caller's own user: `user_id`, `user` or `metadata.user_id` of the body. Null for none.
    user_id: Union[str, None]
    # Of the header `x-parley-tags` and of the body.
    tags: List[str]
    # Of the header `x-parley-metadata` and of the body.
    metadata: Dict[str, str]
    # The kept prompt that the call began with, as `id@version`.
    prompt: Union[str, None]
    # What guards of the workspace found in the call; empty for nothing.
    guards: List[GuardDecision]
    # All input, also what was read from a cache or written to one.
    input_tokens: int
    # The part of the input that the vendor read from its cache.
    cached_tokens: int
    # The part of the input that the vendor wrote to its cache.
    cache_write_tokens: int
    output_tokens: int
    # What is charged: by `charged` of the model list.
    cost_usd: float
    # What the vendor asks, 0 for embedded and local engines.
    upstream_cost_usd: float
    # What replies that were given again had cost when they were written.
    saved_usd: float
    # False where nobody told what the engine costs: the costs are then 0, and budgets and alerts do not see them.
    price_known: bool
    # HTTP status; 499 when the caller left.
    status: int
    # Of the error that the caller got, from the list of errors; null for none.
    error_code: Union[str, None]
    streamed: bool
    # `provider/model` that answered or, where the call failed, was asked last; null for calls without a model.
    engine: Union[str, None]
    # Calls to engines, those that failed included.
    attempts: int
    # Each of them, in their order, the first 100: their costs make up `upstream_cost_usd`.
    rounds: List[UsageRound]
    # From the beginning of the call to the first word of a reply.
    first_token_ms: Union[int, None]
    duration_ms: int
    # When the call ended.
    created_at: str


@final
class ListUsageRecordsReply(TypedDict):
    data: List[UsageRecord]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


ListAuditEventsQuery = TypedDict("ListAuditEventsQuery", {
    "limit": "NotRequired[int]",
    "after": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "workspace_id": "NotRequired[str]",
    "action": "NotRequired[str]",
})

@final
class AuditEvent(TypedDict):
    id: str
    workspace_id: Union[str, None]
    # Id of the key or person that acted, or `system`.
    actor: str
    # Null where it is gone, or has none.
    actor_name: Union[str, None]
    action: str
    # Id of what was acted on.
    target: str
    # Of a person, key, workspace, file, collection or alert; the address of an invitation. Null where it is gone, or has none.
    target_name: Union[str, None]
    # Network address of the actor.
    address: Union[str, None]
    details: Dict[str, Any]
    # When.
    created_at: str


@final
class ListAuditEventsReply(TypedDict):
    data: List[AuditEvent]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class CreateBudgetBody(TypedDict):
    # Default: the first workspace that the caller may manage.
    workspace_id: NotRequired[str]
    # Whose calls count: those of the whole workspace, of a key, for an end user (`user`, `user_id` or `metadata.user_id` of the body), with a tag, or to a model.
    scope: Literal["workspace", "key", "user", "tag", "model"]
    # Id of the key, the user, the tag, or the model as records of usage name it (`openai/*` for all that begin so). Null: each has a budget of this amount of its own; of a `workspace` always null.
    target: NotRequired[Union[str, None]]
    # What may be spent in a period, in US dollars.
    amount_usd: float
    # Days, weeks and months are UTC; a week begins on Monday. A call counts in the period in which it began, with all that it costs.
    period: NotRequired[Literal["day", "week", "month", "total"]]
    name: NotRequired[str]
    # `stop`: calls that the budget does not pay for are 402 `budget_exceeded` · `warn`: they go on, and say so in `x-parley-warnings`.
    action: NotRequired[Literal["stop", "warn"]]
    # Shares of the amount at which the webhooks of the workspace (`budget.warning`) and `emails` are told, once in a period.
    warn_at: NotRequired[List[float]]
    # Who is told by mail, where the installation sends mail.
    emails: NotRequired[List[str]]
    # False: neither stops nor warns. What is spent is not counted meanwhile.
    active: NotRequired[bool]


@final
class Budget(TypedDict):
    id: str
    workspace_id: str
    name: str
    # Whose calls count: those of the whole workspace, of a key, for an end user (`user`, `user_id` or `metadata.user_id` of the body), with a tag, or to a model.
    scope: Literal["workspace", "key", "user", "tag", "model"]
    # Id of the key, the user, the tag, or the model as records of usage name it (`openai/*` for all that begin so). Null: each has a budget of this amount of its own; of a `workspace` always null.
    target: Union[str, None]
    # What may be spent in a period, in US dollars.
    amount_usd: float
    # Days, weeks and months are UTC; a week begins on Monday. A call counts in the period in which it began, with all that it costs.
    period: Literal["day", "week", "month", "total"]
    # `stop`: calls that the budget does not pay for are 402 `budget_exceeded` · `warn`: they go on, and say so in `x-parley-warnings`.
    action: Literal["stop", "warn"]
    # Shares of the amount at which the webhooks of the workspace (`budget.warning`) and `emails` are told, once in a period.
    warn_at: List[float]
    # Who is told by mail, where the installation sends mail.
    emails: List[str]
    active: bool
    spent_usd: Union[float, None]
    held_usd: Union[float, None]
    remaining_usd: Union[float, None]
    # When the next period begins; null for `total`.
    resets_at: Union[str, None]
    created_at: str


@final
class ListBudgetsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]
    scope: NotRequired[Literal["workspace", "key", "user", "tag", "model"]]
    subject: NotRequired[str]


@final
class ListBudgetsReply(TypedDict):
    data: List[Budget]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class GetBudgetQuery(TypedDict):
    subject: NotRequired[str]


@final
class UpdateBudgetBody(TypedDict):
    # What may be spent in a period, in US dollars.
    amount_usd: NotRequired[float]
    # Days, weeks and months are UTC; a week begins on Monday. A call counts in the period in which it began, with all that it costs.
    period: NotRequired[Literal["day", "week", "month", "total"]]
    name: NotRequired[str]
    # `stop`: calls that the budget does not pay for are 402 `budget_exceeded` · `warn`: they go on, and say so in `x-parley-warnings`.
    action: NotRequired[Literal["stop", "warn"]]
    # Shares of the amount at which the webhooks of the workspace (`budget.warning`) and `emails` are told, once in a period.
    warn_at: NotRequired[List[float]]
    # Who is told by mail, where the installation sends mail.
    emails: NotRequired[List[str]]
    # False: neither stops nor warns. What is spent is not counted meanwhile.
    active: NotRequired[bool]


@final
class DeleteBudgetReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class EraseUserBody(TypedDict):
    # Default: the workspace that the caller is confined to.
    workspace_id: NotRequired[str]
    # The end user, by the id under which calls named them in `user_id` or `user`.
    user_id: str


@final
class ErasureReceiptKeptItem(TypedDict):
    kind: str
    count: int
    # What was taken out of them.
    without: str
    reason: str


# Proves what was deleted, when and by whom.
@final
class ErasureReceipt(TypedDict):
    id: str
    workspace_id: str
    # What was deleted: all of it, or what is of one end user.
    scope: Literal["workspace", "user"]
    # Whose things they were, as an HMAC that only this installation can make: the receipt itself names nobody. `verifyErasure` compares it with the id that you know.
    subject: str
    # The person or key that asked for it.
    requested_by: str
    # When it began.
    started_at: str
    # When nothing was left.
    finished_at: str
    # Of the service.
    version: str
    # How many, by kind: names of tables as in an export, and `blobs` for stored bytes.
    deleted: Dict[str, int]
    # What stays, and why.
    kept: List[ErasureReceiptKeptItem]
    # HMAC-SHA256 with a key of the secret of the service over all that stands above.
    signature: str


@final
class ListErasuresQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]


@final
class ListErasuresReply(TypedDict):
    data: List[ErasureReceipt]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class VerifyErasureBody(TypedDict):
    receipt: ErasureReceipt
    # Also whether it is about this end user.
    user_id: NotRequired[str]


@final
class VerifyErasureReply(TypedDict):
    # Whether this service signed exactly this.
    valid: bool
    # Null when no `user_id` was given.
    is_of_user: Union[bool, None]


@final
class PlaceHoldBody(TypedDict):
    # Default: the workspace that the caller is confined to.
    workspace_id: NotRequired[str]
    # Only what is of this end user.
    user_id: NotRequired[str]
    # Only this file. With neither, the whole workspace is held.
    file_id: NotRequired[str]
    # Such as the number of a case.
    reason: str


# Keeps things from being deleted, by whomever and for whatever reason.
@final
class LegalHold(TypedDict):
    id: str
    workspace_id: str
    # What is held.
    kind: Literal["workspace", "user", "file"]
    # The end user whose things are held.
    user_id: Union[str, None]
    # The file that is held, with what was taken out of it.
    file_id: Union[str, None]
    reason: str
    # The person or key that placed it.
    created_by: str
    # From then on nothing of it is deleted.
    created_at: str
    # Null while it holds.
    released_by: Union[str, None]
    # Null while it holds.
    released_at: Union[str, None]


@final
class ListHoldsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]
    active: NotRequired[bool]


@final
class ListHoldsReply(TypedDict):
    data: List[LegalHold]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class ListMembersQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]


@final
class MemberUser(TypedDict):
    id: str
    email: str
    name: str
    # Whether it was proved that the address is theirs.
    verified: bool


# Somebody in a workspace, or in the whole installation.
@final
class Member(TypedDict):
    # Of the membership.
    id: str
    user: MemberUser
    # `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner.
    role: Literal["owner", "admin", "member", "viewer"]
    # Null for the whole installation.
    workspace_id: Union[str, None]
    # When they joined.
    created_at: str
    last_seen_at: Union[str, None]


@final
class ListMembersReply(TypedDict):
    data: List[Member]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class AddMemberBody(TypedDict):
    # Capitals make no difference.
    email: str
    # `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner.
    role: Literal["owner", "admin", "member", "viewer"]
    # Null or absent for the whole installation; admins of a workspace name that workspace.
    workspace_id: NotRequired[Union[str, None]]


@final
class Person(TypedDict):
    id: str
    email: str
    name: str


@final
class Invitation(TypedDict):
    id: str
    email: str
    # `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner.
    role: Literal["owner", "admin", "member", "viewer"]
    # Null for the whole installation.
    workspace_id: Union[str, None]
    # Null when the admin key did, or the account is gone.
    invited_by: Union[Person, None]
    # When it was made.
    created_at: str
    # Seven days later.
    expires_at: str


@final
class UpdateMemberBody(TypedDict):
    # `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner.
    role: Literal["owner", "admin", "member", "viewer"]


@final
class UpdateMemberReplyUser(TypedDict):
    id: str
    email: str
    name: str
    # Whether it was proved that the address is theirs.
    verified: bool


# What the person had made there and could not make any more: keys were revoked, invitations taken back, those included that an admin key of theirs had made.
@final
class EndedWithRole(TypedDict):
    keys: int
    invitations: int


@final
class UpdateMemberReply(TypedDict):
    # Of the membership.
    id: str
    user: UpdateMemberReplyUser
    # `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner.
    role: Literal["owner", "admin", "member", "viewer"]
    # Null for the whole installation.
    workspace_id: Union[str, None]
    # When they joined.
    created_at: str
    last_seen_at: Union[str, None]
    ended: EndedWithRole


@final
class RemoveMemberReply(TypedDict):
    id: str
    deleted: Literal[True]
    ended: EndedWithRole


@final
class CreatePasswordLinkBody(TypedDict):
    # Also takes the second factor away, for somebody who has lost it.
    drop_second_factor: NotRequired[bool]


@final
class CreatePasswordLinkReply(TypedDict):
    link: str
    # A day later.
    expires_at: str


@final
class ListInvitationsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]


@final
class ListInvitationsReply(TypedDict):
    data: List[Invitation]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class CreateInvitationBody(TypedDict):
    # Capitals make no difference.
    email: str
    # `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner.
    role: Literal["owner", "admin", "member", "viewer"]
    # Null or absent for the whole installation; admins of a workspace name that workspace.
    workspace_id: NotRequired[Union[str, None]]


@final
class CreateInvitationReply(TypedDict):
    id: str
    email: str
    # `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner.
    role: Literal["owner", "admin", "member", "viewer"]
    # Null for the whole installation.
    workspace_id: Union[str, None]
    # Null when the admin key did, or the account is gone.
    invited_by: Union[Person, None]
    # When it was made.
    created_at: str
    # Seven days later.
    expires_at: str
    # To hand over. It works once, for this address, and is shown this once.
    link: str


@final
class DeleteInvitationReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class GiveFeedbackBody(TypedDict):
    # Of a call of the same workspace: its header `x-request-id`.
    request_id: str
    # From -1, useless, to 1, just right.
    score: float
    comment: NotRequired[Union[str, None]]


@final
class Feedback(TypedDict):
    request_id: str
    score: float
    comment: Union[str, None]
    created_at: str


ListCallsQuery = TypedDict("ListCallsQuery", {
    "limit": "NotRequired[int]",
    "after": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "workspace_id": "NotRequired[str]",
    "key_id": "NotRequired[str]",
    "model": "NotRequired[str]",
    "endpoint": "NotRequired[str]",
    "source": "NotRequired[Literal['key', 'dashboard', 'evaluation']]",
    "tag": "NotRequired[str]",
    "user_id": "NotRequired[str]",
    "status": "NotRequired[Literal['ok', 'error', 'refused', 'failed', 'left']]",
    "slower_than_ms": "NotRequired[int]",
    "engine": "NotRequired[str]",
    "request_id": "NotRequired[str]",
})

@final
class CallSummary(TypedDict):
    # Of the record. Calls may share a request id that their callers chose.
    id: str
    request_id: str
    workspace_id: str
    key_id: str
    endpoint: str
    model: Union[str, None]
    # The caller's own user: `user_id`, `user` or `metadata.user_id` of the body. Null for none.
    user_id: Union[str, None]
    # Of the header `x-parley-tags` and of the body.
    tags: List[str]
    # Of the header `x-parley-metadata` and of the body.
    metadata: Dict[str, str]
    # The kept prompt that the call began with, as `id@version`.
    prompt: Union[str, None]
    # What guards of the workspace found in the call; empty for nothing.
    guards: List[GuardDecision]
    # All input, also what was read from a cache or written to one.
    input_tokens: int
    # The part of the input that the vendor read from its cache.
    cached_tokens: int
    # The part of the input that the vendor wrote to its cache.
    cache_write_tokens: int
    output_tokens: int
    # What is charged: by `charged` of the model list.
    cost_usd: float
    # What the vendor asks, 0 for embedded and local engines.
    upstream_cost_usd: float
    # What replies that were given again had cost when they were written.
    saved_usd: float
    # False where nobody told what the engine costs: the costs are then 0, and budgets and alerts do not see them.
    price_known: bool
    # HTTP status; 499 when the caller left.
    status: int
    # Of the error that the caller got, from the list of errors; null for none.
    error_code: Union[str, None]
    streamed: bool
    # `provider/model` that answered or, where the call failed, was asked last; null for calls without a model.
    engine: Union[str, None]
    # Calls to engines, those that failed included.
    attempts: int
    # Each of them, in their order, the first 100: their costs make up `upstream_cost_usd`.
    rounds: List[UsageRound]
    # From the beginning of the call to the first word of a reply.
    first_token_ms: Union[int, None]
    duration_ms: int
    # When the call ended.
    created_at: str
    # Null when the key is gone.
    key_name: Union[str, None]
    # `dashboard`: sent by somebody who is signed in. What the dashboard only reads is no call here. `evaluation`: made by a run, whoever asked for it.
    source: Literal["key", "dashboard", "evaluation"]
    # What was said of its reply by `POST /v1/feedback`.
    feedback: Union[Feedback, None]


@final
class ListCallsReply(TypedDict):
    data: List[CallSummary]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class CallStepPassagesItem(TypedDict):
    # Null for a text that came with the request.
    file_id: Union[str, None]
    filename: str
    # The first page is 1.
    page: NotRequired[int]
    # Where it begins in the text of the file.
    start: int
    end: int


# A piece of the work besides the calls to engines.
@final
class CallStep(TypedDict):
    # `retrieval`: passages were looked for in files · `tool`: the service ran a tool · `schema`: a reply was held to the schema, in the way that `name` says it was asked for · `run`: one step of a run in the background.
    kind: Literal["retrieval", "tool", "schema", "run"]
    # Of the tool, of the way of asking (`strict`, `tool`, `json`, `prompt`), of the step.
    name: str
    # After the beginning of the call.
    started_ms: int
    duration_ms: int
    # A code, such as `tool_error` or `schema_not_met`; null where it went well.
    error: Union[str, None]
    # What was found, best first, the first twelve: places, not words.
    passages: NotRequired[List[CallStepPassagesItem]]


@final
class ExplainedCall(TypedDict):
    # Of the record. Calls may share a request id that their callers chose.
    id: str
    request_id: str
    workspace_id: str
    key_id: str
    endpoint: str
    model: Union[str, None]
    # The caller's own user: `user_id`, `user` or `metadata.user_id` of the body. Null for none.
    user_id: Union[str, None]
    # Of the header `x-parley-tags` and of the body.
    tags: List[str]
    # Of the header `x-parley-metadata` and of the body.
    metadata: Dict[str, str]
    # The kept prompt that the call began with, as `id@version`.
    prompt: Union[str, None]
    # What guards of the workspace found in the call; empty for nothing.
    guards: List[GuardDecision]
    # All input, also what was read from a cache or written to one.
    input_tokens: int
    # The part of the input that the vendor read from its cache.
    cached_tokens: int
    # The part of the input that the vendor wrote to its cache.
    cache_write_tokens: int
    output_tokens: int
    # What is charged: by `charged` of the model list.
    cost_usd: float
    # What the vendor asks, 0 for embedded and local engines.
    upstream_cost_usd: float
    # What replies that were given again had cost when they were written.
    saved_usd: float
    # False where nobody told what the engine costs: the costs are then 0, and budgets and alerts do not see them.
    price_known: bool
    # HTTP status; 499 when the caller left.
    status: int
    # Of the error that the caller got, from the list of errors; null for none.
    error_code: Union[str, None]
    streamed: bool
    # `provider/model` that answered or, where the call failed, was asked last; null for calls without a model.
    engine: Union[str, None]
    # Calls to engines, those that failed included.
    attempts: int
    # Each of them, in their order, the first 100: their costs make up `upstream_cost_usd`.
    rounds: List[UsageRound]
    # From the beginning of the call to the first word of a reply.
    first_token_ms: Union[int, None]
    duration_ms: int
    # When the call ended.
    created_at: str
    # Null when the key is gone.
    key_name: Union[str, None]
    # `dashboard`: sent by somebody who is signed in. What the dashboard only reads is no call here. `evaluation`: made by a run, whoever asked for it.
    source: Literal["key", "dashboard", "evaluation"]
    # What was said of its reply by `POST /v1/feedback`.
    feedback: Union[Feedback, None]
    # What the caller was told; null for no error, and in records of older versions.
    error_message: Union[str, None]
    # What the vendor said of it, without keys: for admins. Null where none did.
    vendor_message: Union[str, None]
    # In the order in which they ended, the first hundred.
    steps: List[CallStep]


@final
class CallContents(TypedDict):
    # The body as JSON; null where it was none, such as an upload.
    request: Union[str, None]
    # The answer as text; of a stream, its events. Null for bytes.
    reply: Union[str, None]
    # Each side is kept up to 64 kB of characters.
    truncated: bool
    # When it is forgotten.
    expires_at: str


@final
class CallDetail(TypedDict):
    request_id: str
    # Usually one.
    calls: List[ExplainedCall]
    # What was asked and answered: only where `contents` of the settings keeps it, of POST calls, for admins, as long as it is kept. Keys, passwords and what looks like them are taken out; who looks stands in the audit log.
    contents: Union[CallContents, None]
    # Whether contents of calls are kept at all.
    contents_kept: bool


GetUsageSeriesQuery = TypedDict("GetUsageSeriesQuery", {
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "workspace_id": "NotRequired[str]",
    "key_id": "NotRequired[str]",
    "model": "NotRequired[str]",
    "endpoint": "NotRequired[str]",
    "source": "NotRequired[Literal['key', 'dashboard', 'evaluation']]",
    "tag": "NotRequired[str]",
    "user_id": "NotRequired[str]",
    "status": "NotRequired[Literal['ok', 'error', 'refused', 'failed', 'left']]",
    "slower_than_ms": "NotRequired[int]",
    "interval": "NotRequired[Literal['minute', 'hour', 'day']]",
    "group_by": "NotRequired[Literal['key', 'model', 'endpoint', 'workspace', 'user', 'tag']]",
})

@final
class SeriesTotal(TypedDict):
    requests: int
    # Statuses from 400 on.
    errors: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost_usd: float
    upstream_cost_usd: float
    # What replies that were given again had cost when they were written.
    saved_usd: float
    # Calls of engines whose price is not known: the costs lack theirs, and budgets and alerts do not see them.
    unpriced_requests: int
    # Half of the calls were faster; within 5 %.
    p50_ms: Union[float, None]
    # 95 % of the calls were faster; within 5 %.
    p95_ms: Union[float, None]


@final
class SeriesPoint(TypedDict):
    # Of the interval.
    start: str
    requests: int
    # Statuses from 400 on.
    errors: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost_usd: float
    upstream_cost_usd: float
    # What replies that were given again had cost when they were written.
    saved_usd: float
    # Calls of engines whose price is not known: the costs lack theirs, and budgets and alerts do not see them.
    unpriced_requests: int
    # Half of the calls were faster; within 5 %.
    p50_ms: Union[float, None]
    # 95 % of the calls were faster; within 5 %.
    p95_ms: Union[float, None]


@final
class SeriesGroup(TypedDict):
    # Id, model, endpoint, user or tag; null for calls without one.
    group: Union[str, None]
    # What to show: the name of a key or workspace, else the group itself.
    label: str
    total: SeriesTotal
    # One for each interval, also where nothing happened.
    points: List[SeriesPoint]


UsageSeries = TypedDict("UsageSeries", {
    # Of the first interval.
    "from": "str",
    # The end of the last interval.
    "to": "str",
    "interval": "Literal['minute', 'hour', 'day']",
    "group_by": "Union[Literal['key', 'model', 'endpoint', 'workspace', 'user', 'tag'], None]",
    "total": "SeriesTotal",
    # Most requests first, at most 20; what is beyond is together in a group named `…`.
    "groups": "List[SeriesGroup]",
})

@final
class ListAlertsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]


@final
class Alert(TypedDict):
    id: str
    workspace_id: str
    # Null for the whole workspace.
    key_id: Union[str, None]
    name: str
    measure: Literal["cost_usd", "budget_share", "requests", "error_share", "disk_used_share"]
    threshold: float
    period: Literal["day", "month"]
    active: bool
    state: Literal["ok", "firing"]
    # When it was last looked at; null before.
    value: Union[float, None]
    fired_at: Union[str, None]
    checked_at: Union[str, None]
    # When it was made.
    created_at: str


@final
class ListAlertsReply(TypedDict):
    data: List[Alert]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class CreateAlertBody(TypedDict):
    # Default: the first workspace that the caller may manage.
    workspace_id: NotRequired[str]
    name: str
    # `cost_usd` spent in the period · `budget_share` of the budget of the key or workspace, 0.8 for 80 % · `requests` in the period · `error_share` of the calls of the last hour, 0 to 1, once there are ten · `disk_used_share` of the disk under `DATA_DIR`, 0 to 1.
    measure: Literal["cost_usd", "budget_share", "requests", "error_share", "disk_used_share"]
    # Fires when the measure reaches it.
    threshold: float
    # UTC. Not of `error_share` and `disk_used_share`.
    period: NotRequired[Literal["day", "month"]]
    # Of one key. Default: the workspace.
    key_id: NotRequired[Union[str, None]]
    active: NotRequired[bool]


@final
class UpdateAlertBody(TypedDict):
    name: NotRequired[str]
    # Fires when the measure reaches it.
    threshold: NotRequired[float]
    # UTC. Not of `error_share` and `disk_used_share`.
    period: NotRequired[Literal["day", "month"]]
    active: NotRequired[bool]


@final
class DeleteAlertReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class ListWebhooksQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]


@final
class WebhookEndpointLastDelivery1(TypedDict):
    status: Literal["waiting", "delivered", "failed"]
    # When it was made.
    at: str


@final
class WebhookEndpoint(TypedDict):
    id: str
    workspace_id: str
    url: str
    events: List[Literal["file.ready", "file.failed", "run.completed", "run.failed", "run.cancelled", "budget.warning", "budget.reached", "connection.lost", "alert.fired", "alert.resolved", "webhook.test"]]
    active: bool
    # When it was made.
    created_at: str
    last_delivery: Union[WebhookEndpointLastDelivery1, None]


@final
class ListWebhooksReply(TypedDict):
    data: List[WebhookEndpoint]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class CreateWebhookBody(TypedDict):
    # Default: the first workspace that the caller may manage.
    workspace_id: NotRequired[str]
    # An https address that takes a POST.
    url: str
    events: NotRequired[List[Literal["file.ready", "file.failed", "run.completed", "run.failed", "run.cancelled", "budget.warning", "budget.reached", "connection.lost", "alert.fired", "alert.resolved", "webhook.test"]]]


@final
class CreateWebhookReplyLastDelivery1(TypedDict):
    status: Literal["waiting", "delivered", "failed"]
    # When it was made.
    at: str


@final
class CreateWebhookReply(TypedDict):
    id: str
    workspace_id: str
    url: str
    events: List[Literal["file.ready", "file.failed", "run.completed", "run.failed", "run.cancelled", "budget.warning", "budget.reached", "connection.lost", "alert.fired", "alert.resolved", "webhook.test"]]
    active: bool
    # When it was made.
    created_at: str
    last_delivery: Union[CreateWebhookReplyLastDelivery1, None]
    # `whsec_…`, to check signatures with (Standard Webhooks). Shown this once.
    secret: str


@final
class UpdateWebhookBody(TypedDict):
    # An https address that takes a POST.
    url: NotRequired[str]
    events: NotRequired[List[Literal["file.ready", "file.failed", "run.completed", "run.failed", "run.cancelled", "budget.warning", "budget.reached", "connection.lost", "alert.fired", "alert.resolved", "webhook.test"]]]
    active: NotRequired[bool]


@final
class DeleteWebhookReply(TypedDict):
    id: str
    deleted: Literal[True]


@final
class WebhookDelivery(TypedDict):
    # Also in `webhook-id`; the same for every attempt.
    id: str
    webhook_id: str
    event: Literal["file.ready", "file.failed", "run.completed", "run.failed", "run.cancelled", "budget.warning", "budget.reached", "connection.lost", "alert.fired", "alert.resolved", "webhook.test"]
    status: Literal["waiting", "delivered", "failed"]
    attempts: int
    # Of the last attempt.
    response_status: Union[int, None]
    # Why the last attempt failed.
    error: Union[str, None]
    # What was sent, as JSON text.
    body: str
    # When it was made.
    created_at: str
    ended_at: Union[str, None]


@final
class ListDeliveriesQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]


@final
class ListDeliveriesReply(TypedDict):
    data: List[WebhookDelivery]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]


@final
class LocalModel(TypedDict):
    # Callers name it `provider/name`.
    name: str
    size_bytes: int
    # Such as `8.0B`.
    parameters: Union[str, None]
    # Such as `Q4_K_M`.
    quantization: Union[str, None]
    modified_at: Union[str, None]


@final
class LocalModelsReportServersItem(TypedDict):
    # First part of the names of its models.
    provider: str
    # Why it did not tell its models; null when it did.
    error: Union[str, None]
    models: List[LocalModel]


@final
class ModelDownload(TypedDict):
    # Of its job: `cancelJob` ends it.
    id: str
    provider: str
    name: str
    state: Literal["waiting", "running", "failed", "completed", "cancelled"]
    # What its server does now, in the words of that server.
    step: Union[str, None]
    completed_bytes: int
    # Of the parts that its server has told of so far; null before the first.
    total_bytes: Union[int, None]
    # Why it failed.
    error: Union[str, None]
    # When it was asked for.
    created_at: str


@final
class LocalModelsReport(TypedDict):
    servers: List[LocalModelsReportServersItem]
    # Of the last seven days, newest first, at most 50.
    downloads: List[ModelDownload]


@final
class DownloadLocalModelBody(TypedDict):
    provider: str
    # As its server knows it, such as `qwen3:8b`.
    name: str


@final
class DeleteLocalModelQuery(TypedDict):
    provider: str
    name: str


@final
class DeleteLocalModelReply(TypedDict):
    success: Literal[True]


@final
class GetStorageQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]


@final
class WorkspaceStorageFiles(TypedDict):
    # Files in every state.
    count: int
    # As they were sent.
    bytes: int


@final
class WorkspaceStorageCollections(TypedDict):
    # Collections.
    count: int
    # Files in them; one in two collections counts twice.
    files: int
    # Passages that are indexed.
    passages: int


@final
class WorkspaceStorageBlobs(TypedDict):
    # Blobs: several of each file.
    count: int
    # Together.
    bytes: int
    # Originals, the text that was read out of them, and pages.
    files_bytes: int
    # Words and vectors.
    collections_bytes: int
    # Scans, pictures and films, which go within hours or days.
    other_bytes: int


@final
class WorkspaceStorage(TypedDict):
    workspace_id: str
    name: str
    # Null for no limit; changed by `updateWorkspace`.
    limit_bytes: Union[int, None]
    files: WorkspaceStorageFiles
    collections: WorkspaceStorageCollections
    blobs: WorkspaceStorageBlobs


@final
class StorageReportBlobs1(TypedDict):
    # Blobs.
    count: int
    # Together.
    bytes: int


@final
class StorageReport(TypedDict):
    data: List[WorkspaceStorage]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]
    # Null for callers of one workspace.
    database_bytes: Union[int, None]
    # Of the whole installation; null for callers of one workspace.
    blobs: Union[StorageReportBlobs1, None]
    # When the blobs were counted: at most five minutes ago.
    measured_at: str
    # False where the store holds more than could be counted at once: then blobs are at least so many.
    complete: bool


@final
class ListJobsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    workspace_id: NotRequired[str]
    state: NotRequired[Literal["waiting", "running", "failed", "completed", "cancelled"]]
    kind: NotRequired[str]


@final
class JobInfo(TypedDict):
    id: str
    # Such as `process-file`.
    kind: str
    state: Literal["waiting", "running", "failed", "completed", "cancelled"]
    # Attempts begun.
    attempt: int
    max_attempts: int
    # Where the work tells; gone with what it stood for.
    workspace_id: Union[str, None]
    # What it works on, such as a file.
    subject_id: Union[str, None]
    # How people call that; null where it is gone, or has no name.
    subject_name: Union[str, None]
    # Why it failed, in a sentence. In its own words until what it stood for was told; after that in those of the list of errors, and the thing itself says more.
    error: Union[str, None]
    # Of the list of errors; null where the queue itself ended it.
    error_code: Union[str, None]
    # When it was queued.
    created_at: str
    runs_at: Union[str, None]
    ended_at: Union[str, None]
    # Whether `retryJob` can run it: a waiting one. What an ended job worked on is gone with its end; start that again instead.
    retryable: bool


@final
class ListJobsReplyCounts(TypedDict):
    waiting: int
    running: int
    # Kept for seven days.
    failed: int


@final
class ListJobsReply(TypedDict):
    data: List[JobInfo]
    has_more: bool
    # Give it as `after` to read on.
    next: Union[str, None]
    counts: ListJobsReplyCounts
    kinds: List[str]


@final
class SettingInfo(TypedDict):
    # The variable, or the place in `parley.config.json`.
    name: str
    # What is in effect; of secrets only whether they are set. Null when it is not set.
    value: Union[str, float, bool, None]
    source: Literal["default", "environment", "file"]
    description: str
    # Its `value` is only true when it is set.
    secret: bool


@final
class SettingsReportSectionsItem(TypedDict):
    name: str
    settings: List[SettingInfo]


@final
class Retention(TypedDict):
    # Records of calls, at least 3 days. Null, the default, keeps them. The log of calls reaches back as far as they; budgets and the sums of `/v1/admin/usage` and `/v1/admin/usage/series` stay, for whole days (UTC).
    usage_days: Union[int, None]
    # Audit events. Null, the default, keeps them.
    audit_days: Union[int, None]
    # Playground runs that nobody shared. Default: 90.
    playground_days: Union[int, None]
    # Contents of calls, where `contents` keeps them. Default: 7. They go with the records of their calls at the latest, and beyond 100,000 calls the oldest go first.
    contents_days: int
    # Whose calls are kept with what they ask and are answered: of nobody, of the keys in `contents_keys`, of all. Default: `all` with CALL_CONTENTS=keep, else `none`. What was kept goes within an hour once it is `none`.
    contents: Literal["none", "keys", "all"]
    # Ids of keys, for `contents` `keys`.
    contents_keys: List[str]
    # Personal data are taken out as well before anything is written, each as its kind (`[EMAIL]`), as far as they are found: names, addresses, e-mail addresses, numbers of telephones, accounts, cards and identity documents, dates of birth, network addresses. Default: false.
    contents_masked: bool
    # Uploaded files, from their upload. Null, the default, keeps them until they are deleted or `expires_at`.
    files_days: Union[int, None]
    # Research, responses, OCR and videos in the background, from their end. Null, the default: as long as each kind is kept, 7 or 30 days; more days do not keep them longer.
    runs_days: Union[int, None]
    # Pictures and their prompts in `/v1/media`. Null, the default: 30 days; more do not keep them longer.
    pictures_days: Union[int, None]


@final
class SettingsReport(TypedDict):
    sections: List[SettingsReportSectionsItem]
    retention: Retention


@final
class UpdateSettingsBodyRetention(TypedDict):
    # Records of calls, at least 3 days. Null, the default, keeps them. The log of calls reaches back as far as they; budgets and the sums of `/v1/admin/usage` and `/v1/admin/usage/series` stay, for whole days (UTC).
    usage_days: NotRequired[Union[int, None]]
    # Audit events. Null, the default, keeps them.
    audit_days: NotRequired[Union[int, None]]
    # Playground runs that nobody shared. Default: 90.
    playground_days: NotRequired[Union[int, None]]
    # Contents of calls, where `contents` keeps them. Default: 7. They go with the records of their calls at the latest, and beyond 100,000 calls the oldest go first.
    contents_days: NotRequired[int]
    # Whose calls are kept with what they ask and are answered: of nobody, of the keys in `contents_keys`, of all. Default: `all` with CALL_CONTENTS=keep, else `none`. What was kept goes within an hour once it is `none`.
    contents: NotRequired[Literal["none", "keys", "all"]]
    # Ids of keys, for `contents` `keys`.
    contents_keys: NotRequired[List[str]]
    # Personal data are taken out as well before anything is written, each as its kind (`[EMAIL]`), as far as they are found: names, addresses, e-mail addresses, numbers of telephones, accounts, cards and identity documents, dates of birth, network addresses. Default: false.
    contents_masked: NotRequired[bool]
    # Uploaded files, from their upload. Null, the default, keeps them until they are deleted or `expires_at`.
    files_days: NotRequired[Union[int, None]]
    # Research, responses, OCR and videos in the background, from their end. Null, the default: as long as each kind is kept, 7 or 30 days; more days do not keep them longer.
    runs_days: NotRequired[Union[int, None]]
    # Pictures and their prompts in `/v1/media`. Null, the default: 30 days; more do not keep them longer.
    pictures_days: NotRequired[Union[int, None]]


@final
class UpdateSettingsBody(TypedDict):
    retention: UpdateSettingsBodyRetention


@final
class GetOverviewQuery(TypedDict):
    workspace_id: NotRequired[str]
    language: NotRequired[Literal["en", "de"]]


@final
class ServedCapability(TypedDict):
    capability: Literal["text", "embeddings", "images", "videos", "search", "ocr", "storage", "database", "queue"]
    # `reader`, `openai/gpt-5-mini`, `wikipedia`, `SQLite`, …
    served_by: str
    # Part of the service itself.
    embedded: bool
    # As it was seen last. `untried`: not asked yet since the start, nor among the newest calls before it.
    state: Literal["untried", "ok", "degraded", "off"]
    seen_at: Union[str, None]
    # Why this and no other, or what is wrong.
    reason: Union[str, None]


# The same part of yesterday (UTC), to compare with.
@final
class OverviewYesterday(TypedDict):
    requests: int
    # Statuses from 400 on.
    errors: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost_usd: float
    upstream_cost_usd: float
    # What replies that were given again had cost when they were written.
    saved_usd: float
    # Calls of engines whose price is not known: the costs lack theirs, and budgets and alerts do not see them.
    unpriced_requests: int
    # Half of the calls were faster; within 5 %.
    p50_ms: Union[float, None]
    # 95 % of the calls were faster; within 5 %.
    p95_ms: Union[float, None]


@final
class OverviewCounts(TypedDict):
    # That work.
    keys: int
    members: int
    files: int
    collections: int
    waiting_jobs: int
    firing_alerts: int


@final
class Misconfiguration(TypedDict):
    # Stays the same, such as `embedded-model`.
    id: str
    severity: Literal["info", "warning", "error"]
    # What is wrong or missing.
    message: str
    # What to do.
    advice: str
    # The variable that changes it.
    setting: Union[str, None]


@final
class Overview(TypedDict):
    version: str
    # Where callers reach the service, for snippets.
    base_url: str
    default_model: str
    capabilities: List[ServedCapability]
    today: SeriesTotal
    # The same part of yesterday (UTC), to compare with.
    yesterday: OverviewYesterday
    counts: OverviewCounts
    last_call_at: Union[str, None]
    # Worst first.
    misconfigurations: List[Misconfiguration]


@final
class EngineStateUpstreamPrices1(TypedDict):
    # Per million tokens.
    input_usd: float
    # Per million tokens.
    output_usd: float


@final
class EngineStateLastDay(TypedDict):
    requests: int
    # Statuses from 500 on, and 429.
    errors: int
    p50_ms: Union[float, None]
    p95_ms: Union[float, None]
    first_token_p50_ms: Union[float, None]
    last_used_at: Union[str, None]


@final
class EngineState(TypedDict):
    # `provider/model`, `reader`, `sketch`, …
    engine: str
    kind: Literal["text", "embeddings", "images", "videos"]
    embedded: bool
    # The listed names that it serves.
    models: List[str]
    # `open`: it failed too often and is left alone for a while. Null before its first call in this process.
    breaker: Union[Literal["closed", "open", "half-open"], None]
    context_length: Union[int, None]
    # What its vendor asks; null where unknown.
    upstream_prices: Union[EngineStateUpstreamPrices1, None]
    # `set`: by `PUT /v1/admin/models/price` · `unknown`: it runs at somebody else's and nobody told what it costs, so that budgets and alerts do not see it.
    price: Literal["known", "set", "unknown"]
    # As it was seen last.
    state: Literal["untried", "working", "failing"]
    seen_at: Union[str, None]
    last_day: EngineStateLastDay


@final
class SearchBackendState(TypedDict):
    name: str
    state: Literal["untried", "working", "refusing", "timing_out"]
    seen_at: Union[str, None]
    # What it said last.
    message: Union[str, None]
    rests_until: Union[str, None]


@final
class ModelsReport(TypedDict):
    default_model: str
    engines: List[EngineState]
    search: List[SearchBackendState]


@final
class SetEnginePriceBodyPrices1(TypedDict):
    # Per million tokens.
    input_usd: float
    # Per million tokens.
    output_usd: float
    # Per million tokens that the vendor reads from its cache. Default: as `input_usd`.
    cached_input_usd: NotRequired[float]


@final
class SetEnginePriceBody(TypedDict):
    # `provider/model`.
    engine: str
    # What its vendor asks; null takes back what was set.
    prices: Union[SetEnginePriceBodyPrices1, None]


@final
class SetEnginePricePrices1(TypedDict):
    # Per million tokens.
    input_usd: float
    # Per million tokens.
    output_usd: float
    # Per million tokens that the vendor reads from its cache. Default: as `input_usd`.
    cached_input_usd: NotRequired[float]


@final
class SetEnginePrice(TypedDict):
    # `provider/model`.
    engine: str
    # What its vendor asks; null takes back what was set.
    prices: Union[SetEnginePricePrices1, None]


@final
class SealingRun(TypedDict):
    status: Literal["queued", "running", "completed", "failed", "cancelled"]
    # Rows and blobs that were looked at, in this pass.
    looked: int
    # How many there were when the pass began.
    total: int
    # Those that were sealed with the key, in all passes.
    sealed: int
    # Blobs that could not be opened, or not be written; they stay as they were.
    failed: int
    # Why it failed; null else.
    error: Union[str, None]
    # When it was begun.
    created_at: str


@final
class SealingReport(TypedDict):
    # Whether the operator set a key (`SEALING_KEY`, `SEALING_KEY_COMMAND`).
    on: bool
    # Of the data key that seals now; null where nothing is sealed.
    key_id: Union[str, None]
    # The job that seals with this key what was stored before; null when there was nothing to do.
    run: Union[SealingRun, None]


@final
class GetHealthReply(TypedDict):
    status: Literal["ok"]


@final
class GetReadinessReplyPartsValue(TypedDict):
    ok: bool
    message: NotRequired[str]


@final
class GetReadinessReply(TypedDict):
    status: Literal["ready", "not_ready"]
    parts: Dict[str, GetReadinessReplyPartsValue]


@final
class GetHealthReportReplyPartsValue(TypedDict):
    ok: bool
    message: NotRequired[str]


@final
class GetHealthReportReplyUpstreamsItem(TypedDict):
    name: str
    state: str
    message: NotRequired[str]


@final
class GetHealthReportReply(TypedDict):
    status: Literal["ok", "degraded"]
    version: str
    node: str
    uptime_seconds: float
    parts: Dict[str, GetHealthReportReplyPartsValue]
    upstreams: List[GetHealthReportReplyUpstreamsItem]
    queue_depth: int

