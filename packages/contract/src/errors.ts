import Type, { type Static } from 'typebox';

interface ErrorKind {
  /** HTTP status. */
  status: number;
  /** Whether the same request can succeed when it is sent again later. */
  retryable: boolean;
  /** Default for the body's `error`. */
  title: string;
  /** The `code` that callers see, where several causes with a status of their own share one. */
  publicCode?: string;
  /** Whose failure it is, where code asks that of an error and not which failure. */
  family?: ErrorFamily;
}

/** `upstream`: a vendor of models failed. `address`: a fetched address did. `search`: a web search did. */
export type ErrorFamily = 'upstream' | 'address' | 'search';

/** Every error code of the service, with its status and whether a retry can help. The list is closed. */
export const errorCatalogue = {
  // Requests
  invalid_request: { status: 400, retryable: false, title: 'Invalid request' },
  invalid_json: { status: 400, retryable: false, title: 'Request body is not valid JSON' },
  unsupported_media_type: { status: 415, retryable: false, title: 'Unsupported content type' },
  payload_too_large: { status: 413, retryable: false, title: 'Request body is too large' },
  not_found: { status: 404, retryable: false, title: 'Not found' },
  method_not_allowed: { status: 405, retryable: false, title: 'Method not allowed' },
  conflict: { status: 409, retryable: false, title: 'Conflict' },
  legal_hold: { status: 409, retryable: false, title: 'Kept by a legal hold' },
  internal_error: { status: 500, retryable: true, title: 'Internal server error' },
  body_timeout: { status: 408, retryable: true, title: 'The request did not arrive in time' },
  request_timeout: { status: 504, retryable: true, title: 'The request took too long' },
  service_unavailable: { status: 503, retryable: true, title: 'Service unavailable' },
  client_closed_request: { status: 499, retryable: true, title: 'Client closed the request' },
  // Keys, limits, money
  authentication_required: { status: 401, retryable: false, title: 'Authentication required' },
  second_factor_required: { status: 401, retryable: false, title: 'A second factor is required' },
  invalid_api_key: { status: 503, retryable: false, title: 'Invalid API key' },
  forbidden: { status: 403, retryable: false, title: 'Forbidden' },
  rate_limit_exceeded: { status: 429, retryable: true, title: 'Rate limit exceeded' },
  budget_exceeded: { status: 402, retryable: false, title: 'Budget exceeded' },
  idempotency_mismatch: { status: 409, retryable: false, title: 'Idempotency key was used with another request' },
  idempotency_in_progress: {
    status: 409,
    retryable: true,
    title: 'A request with this idempotency key is still running',
  },
  idempotency_not_kept: { status: 409, retryable: false, title: 'The answer to this request was not kept' },
  // Models
  model_not_found: { status: 400, retryable: false, title: 'Model not found' },
  no_provider_fits: { status: 400, retryable: false, title: 'No provider meets what the call asks for' },
  set_at_start: { status: 409, retryable: false, title: 'Set by the environment or the file' },
  model_not_configured: { status: 503, retryable: false, title: 'Model is not configured' },
  context_length_exceeded: { status: 400, retryable: false, title: 'The request is longer than the model can read' },
  too_much_to_read: { status: 422, retryable: false, title: 'The request is too much for the embedded reader' },
  schema_not_supported: { status: 400, retryable: false, title: 'response_format cannot be used' },
  schema_not_met: { status: 422, retryable: false, title: 'Failed to produce JSON matching response_format' },
  tool_inputs_invalid: {
    status: 502,
    retryable: false,
    title: 'The model produced tool inputs that do not fit the schema',
  },
  blocked_by_guard: { status: 422, retryable: false, title: 'A guard keeps this from passing' },
  no_tool_fits: { status: 422, retryable: false, title: 'No tool fits the request' },
  upstream_unavailable: {
    status: 502,
    retryable: true,
    title: 'The model provider could not be reached',
    family: 'upstream',
  },
  upstream_error: { status: 502, retryable: true, title: 'The model provider failed', family: 'upstream' },
  upstream_invalid: {
    status: 502,
    retryable: true,
    title: 'The model provider sent an unreadable answer',
    family: 'upstream',
  },
  upstream_cut: { status: 502, retryable: true, title: 'The model provider broke off its answer', family: 'upstream' },
  upstream_rejected: {
    status: 502,
    retryable: false,
    title: 'The model provider refused the request',
    family: 'upstream',
  },
  upstream_unauthorized: {
    status: 502,
    retryable: false,
    title: 'The model provider refused its credentials',
    family: 'upstream',
  },
  request_refused: {
    status: 400,
    retryable: false,
    title: 'The model provider refused what was asked of it',
    family: 'upstream',
  },
  content_filter: {
    status: 400,
    retryable: false,
    title: "The model provider's content filter withheld the prompt",
    family: 'upstream',
  },
  insufficient_quota: {
    status: 402,
    retryable: false,
    title: "The model provider's account has no credit left",
    family: 'upstream',
  },
  upstream_overloaded: { status: 503, retryable: true, title: 'The model provider is overloaded', family: 'upstream' },
  upstream_rate_limited: {
    status: 429,
    retryable: true,
    title: 'The model provider is rate limiting',
    family: 'upstream',
  },
  upstream_timeout: {
    status: 504,
    retryable: true,
    title: 'The model provider did not answer in time',
    family: 'upstream',
  },
  stream_not_found: { status: 404, retryable: false, title: 'Stream not found' },
  stream_events_gone: { status: 410, retryable: false, title: 'The events asked for are no longer kept' },
  stream_cancelled: { status: 409, retryable: false, title: 'The stream was stopped' },
  stream_abandoned: { status: 409, retryable: false, title: 'Nobody read the stream' },
  stream_lost: { status: 503, retryable: true, title: 'The process that wrote the stream is gone' },
  batch_not_found: { status: 404, retryable: false, title: 'Batch not found' },
  batch_cancelled: { status: 409, retryable: false, title: 'The batch was cancelled' },
  batch_expired: { status: 409, retryable: false, title: 'The batch expired' },
  response_not_found: { status: 404, retryable: false, title: 'Response not found' },
  response_failed: { status: 502, retryable: true, title: 'The response failed' },
  // Files
  disk_full: { status: 507, retryable: true, title: 'The disk of the service is full' },
  storage_full: { status: 413, retryable: false, title: 'Storage is full' },
  file_not_found: { status: 404, retryable: false, title: 'File not found' },
  file_not_in_storage: { status: 404, retryable: false, title: 'File not found in storage' },
  file_not_ready: { status: 409, retryable: true, title: 'File is still being processed' },
  file_failed: { status: 422, retryable: false, title: 'Failed to process file' },
  file_too_large: { status: 400, retryable: false, title: 'File is too large' },
  file_empty: { status: 422, retryable: false, title: 'File is empty' },
  file_timeout: { status: 422, retryable: false, title: 'File could not be processed in time' },
  unsupported_file_type: { status: 400, retryable: false, title: 'Unsupported file type' },
  invalid_upload_token: { status: 403, retryable: false, title: 'Invalid token' },
  upload_token_expired: { status: 403, retryable: false, title: 'Token has expired' },
  // Collections
  collection_not_found: { status: 404, retryable: false, title: 'Collection not found' },
  embeddings_not_configured: { status: 400, retryable: false, title: 'No embedding model is configured' },
  // OCR
  invalid_image: { status: 400, retryable: false, title: 'Invalid image' },
  image_too_large: { status: 413, retryable: false, title: 'Image is too large' },
  invalid_pdf: { status: 400, retryable: false, title: 'Invalid PDF' },
  missing_pdf: { status: 422, retryable: false, title: "Missing 'pdf' or 'file' field in request body" },
  pdf_password_required: { status: 400, retryable: false, title: 'PDF is protected by a password' },
  ocr_unavailable: { status: 503, retryable: false, title: 'OCR is not available' },
  ocr_not_found: { status: 404, retryable: false, title: 'OCR run not found' },
  ocr_cancelled: { status: 409, retryable: false, title: 'The reading was cancelled' },
  ocr_timeout: { status: 504, retryable: true, title: 'OCR timed out' },
  // Web, search, research
  url_not_allowed: { status: 400, retryable: false, title: 'Address is not allowed', family: 'address' },
  url_unreachable: { status: 502, retryable: true, title: 'Address could not be fetched', family: 'address' },
  url_timeout: { status: 504, retryable: true, title: 'Address did not answer in time', family: 'address' },
  url_too_large: { status: 400, retryable: false, title: 'The answer of the address is too large', family: 'address' },
  search_refused: {
    status: 502,
    retryable: true,
    title: 'Search is unavailable',
    publicCode: 'search_unavailable',
    family: 'search',
  },
  search_unavailable: { status: 503, retryable: true, title: 'Search is unavailable', family: 'search' },
  search_timeout: {
    status: 504,
    retryable: true,
    title: 'Search is unavailable',
    publicCode: 'search_unavailable',
    family: 'search',
  },
  research_not_found: { status: 404, retryable: false, title: 'Research not found' },
  research_failed: { status: 502, retryable: true, title: 'Research failed' },
  research_cancelled: { status: 409, retryable: false, title: 'Research was cancelled' },
  // Integrations
  integration_not_found: { status: 404, retryable: false, title: 'Integration not found' },
  integration_not_configured: { status: 503, retryable: false, title: 'Integration is not configured' },
  integration_not_connected: { status: 409, retryable: false, title: 'Integration is not connected' },
  needs_reconnect: { status: 409, retryable: false, title: 'Integration must be connected again' },
  confirmation_required: { status: 409, retryable: false, title: 'Confirmation required' },
  feature_not_found: { status: 400, retryable: false, title: 'Feature not found' },
  invalid_inputs: { status: 400, retryable: false, title: 'Invalid inputs' },
  invalid_credentials: { status: 400, retryable: false, title: 'Credentials were refused' },
  feature_execution_failed: { status: 502, retryable: true, title: 'Feature execution failed' },
  oauth_failed: { status: 400, retryable: false, title: 'Authorization failed' },
  // Images and video
  prompt_rejected: { status: 400, retryable: false, title: 'Prompt was rejected' },
  image_generation_failed: { status: 500, retryable: true, title: 'Image generation failed' },
  image_generation_not_configured: { status: 503, retryable: false, title: 'Image generation is not configured' },
  image_generation_timeout: { status: 504, retryable: true, title: 'Image generation timed out' },
  video_generation_failed: { status: 500, retryable: true, title: 'Video generation failed' },
  video_generation_not_configured: { status: 503, retryable: false, title: 'Video generation is not configured' },
  video_generation_timeout: { status: 504, retryable: true, title: 'Video generation timed out' },
  video_not_found: { status: 404, retryable: false, title: 'Video not found' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The `code` of an error's body. */
export function publicCode(code: ErrorCode): string {
  const kind: ErrorKind = errorCatalogue[code];
  return kind.publicCode ?? code;
}

export function familyOf(code: ErrorCode): ErrorFamily | undefined {
  const kind: ErrorKind = errorCatalogue[code];
  return kind.family;
}

/** The body of every error outside the OpenAI- and Anthropic-shaped endpoints. Some errors carry further fields. */
export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'Short title or sentence.' }),
    message: Type.String({ description: 'What happened and what to do.' }),
    code: Type.String({ description: 'One of the closed list of error codes.' }),
    request_id: Type.String({ description: 'Also in the `x-request-id` header.' }),
    details: Type.Optional(Type.String()),
  },
  { $id: 'Error', additionalProperties: true, description: 'What went wrong.' },
);
export type ErrorBody = Static<typeof ErrorBody>;
