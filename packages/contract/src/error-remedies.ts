import { type ErrorCode, errorCatalogue } from './errors.ts';

type Remedies = Partial<Record<ErrorCode, string>>;

const requests = {
  invalid_request: 'Correct the field that `message` names; the reference of the call says what it takes.',
  invalid_json:
    'Send one JSON document in UTF-8. `message` says at which place reading ended; quotes in a shell are the usual cause.',
  unsupported_media_type:
    'Set `Content-Type: application/json`, or one of the types that the reference of the call lists.',
  payload_too_large: 'Send less at once. Large documents belong into files: upload them and name them in `file_ids`.',
  not_found: 'Check the address. The path, the id and the workspace of the key must all be right.',
  method_not_allowed: 'Use one of the methods in the `allow` header.',
  conflict: 'The thing is not in a state that allows this; read it again, then decide.',
  legal_hold:
    'Nothing of it is deleted before the hold of `hold_id` is released: `POST /v1/admin/holds/{id}/release`, if that is allowed.',
  internal_error: 'Send it again. If it stays, search the log of the service for `request_id` and report it.',
  body_timeout: 'Send the whole body without long breaks; behind a proxy, see that it passes bodies on as they come.',
  request_timeout: 'Ask for less at once, stream, or use the background form of the call.',
  service_unavailable: 'Come back after `Retry-After`. The operator sees in `/readyz` what cannot be reached.',
  client_closed_request: 'The client left before the answer; it stands in logs and usage records only.',
} satisfies Remedies;

const access = {
  authentication_required: 'Send `Authorization: Bearer <key>` or `x-api-key`.',
  second_factor_required: 'Send `code` too: what the authenticator app shows now, or one of the recovery codes.',
  invalid_api_key:
    'Check the key: it may be mistyped, revoked or expired. The status is 401 with `AUTH_STRICT_STATUS`, and on OpenAI’s and Anthropic’s addresses.',
  forbidden: 'The key lacks a scope, or the call needs an admin key; `message` says which.',
  rate_limit_exceeded:
    'Wait for `Retry-After`, then go on more slowly; the `RateLimit` headers say how much is left. The operator raises limits per key.',
  blocked_by_guard:
    '`message` names the guard of the workspace and what it found. Say it without that, or have an admin change the guard (`/v1/admin/guards`).',
  budget_exceeded: '`message` has the sums. Wait for the next period of the budget, or have the operator raise it.',
  idempotency_mismatch: 'Use a new `Idempotency-Key` for every new request.',
  idempotency_in_progress: 'The first request with this key still runs; come back for its answer.',
  idempotency_not_kept:
    'The first request was answered and paid for, and nothing of it was kept, as it asked for (`store: false`). Send it under a new key to have it done again.',
} satisfies Remedies;

const models = {
  model_not_found: 'Take an id of `GET /v1/models`, or `provider/model` of a provider that is set up.',
  no_provider_fits:
    'Ask for less in `provider`, or name other `models`; `message` says of each engine why it was left out.',
  set_at_start:
    'Change the variable or `parley.config.json` that sets it and start the service again, or make another one under a new id.',
  model_not_configured: 'The operator sets a key or an address for the provider; see the guide on models.',
  too_much_to_read:
    'Send less text at once, or upload long texts as files and name them; or connect a model. The operator can raise `READER_TIMEOUT_MS`.',
  context_length_exceeded:
    'Shorten the conversation or the context, or put the text into files, of which the fitting passages are read.',
  schema_not_supported: 'Change the part of `response_format` that `message` names.',
  schema_not_met:
    'Allow null for values that the text may not have, or use a stronger model; `details` says which fields. The model was asked again already.',
  tool_inputs_invalid: 'Send it again, or make `input_schema` simpler and its descriptions clearer.',
  no_tool_fits: 'The request needs a tool that is not there, or `tool_choice` forces one that does not fit.',
  upstream_unavailable: 'Send it again. The operator checks address and network of the provider (`parley doctor`).',
  upstream_error: 'Send it again; the provider failed.',
  upstream_invalid:
    'Send it again; the provider’s answer could not be read. If it stays, its address is wrong, or not compatible.',
  upstream_cut: 'Send it again; the answer broke off, and a part is never shown as the whole.',
  upstream_rejected: 'The provider does not serve what it is set up for; the operator finds its words in the log.',
  request_refused:
    'Change what the sentence names: it is the provider’s own, and `param` is the field where it says so.',
  content_filter: 'Word it differently. It is not sent to another engine unless the operator’s `fallback_on` says so.',
  insufficient_quota: 'The operator tops up the account at the provider; sending it again does not help.',
  upstream_unauthorized: 'The operator corrects the provider’s key.',
  upstream_overloaded: 'Send it again after `Retry-After`; the operator can name fallbacks.',
  upstream_rate_limited: 'Send it again after `Retry-After`; the operator can spread calls over several engines.',
  upstream_timeout: 'Send it again, stream, or ask for less at once. The operator can raise `MODEL_TIMEOUT_MS`.',
  stream_not_found:
    'Check the id and the key: a stream is read with the key that began it, and kept for some minutes after its end (`STREAM_KEEP_SECONDS`).',
  stream_events_gone:
    'Send the call again. Of a long stream the newest events are kept (`STREAM_MAX_KB`); read sooner after a cut.',
  stream_cancelled:
    'Somebody stopped it; what had come until then was paid. Send the call again if it is still wanted.',
  stream_abandoned: 'Read a stream again within `STREAM_READERLESS_SECONDS` of a cut, or send the call again.',
  stream_lost: 'Send the call again: the process was killed, and what it had not sent is lost.',
  batch_not_found: 'Check the id; batches are kept for 30 days after their end.',
  batch_cancelled: 'The line was not called before its batch was cancelled; put it into a new one.',
  batch_expired: 'The line was not called within the completion window; put it into a new batch, with a longer one.',
  response_not_found: 'Check the id; responses with `store: false` and expired or deleted ones are gone.',
  response_failed: 'Create the response again; its `error` says why it failed.',
} satisfies Remedies;

const files = {
  disk_full:
    'The operator makes room under `DATA_DIR`; then send it again. Files that were accepted are read by themselves then.',
  storage_full: 'Delete files, or have the operator raise the limit of the workspace.',
  file_not_found: 'Check the id. Files of another workspace and deleted files do not exist for this key.',
  file_not_in_storage: 'Put the bytes to `upload_url` first, then confirm.',
  file_not_ready: 'Wait until `GET /v1/files/{id}` says `ready`.',
  file_failed: 'The file cannot be read; its `error` says why. Upload a repaired one.',
  file_too_large: 'Split the file or make it smaller; 52,428,800 bytes are the limit.',
  file_empty: 'The file has no content; upload it again.',
  file_timeout: 'Reading it takes too long; split it, or have the operator raise `FILE_DEADLINE_SECONDS`.',
  unsupported_file_type: 'Convert it to one of the kinds that the guide on files lists.',
  invalid_upload_token: 'Take `upload_url` as it is, or ask for a new one.',
  upload_token_expired: 'Ask for a new `upload_url`; it works for ten minutes.',
  collection_not_found: 'Check the id. Collections of another workspace do not exist for this key.',
  embeddings_not_configured: 'Use `mode: "lexical"` or `"hybrid"`, or have the operator set `EMBEDDING_MODEL`.',
} satisfies Remedies;

const ocr = {
  invalid_image: 'Send a PNG, JPEG, GIF or WebP that opens elsewhere, as form part `file` or as base64 in `image`.',
  image_too_large: 'Make the picture smaller.',
  invalid_pdf: 'Send a PDF that opens elsewhere.',
  missing_pdf: 'Send the PDF in the field `pdf` or `file`.',
  pdf_password_required: 'Remove the password first.',
  ocr_unavailable: 'The operator sees in `/v1/ocr/health` and with `parley doctor` what is missing.',
  ocr_not_found: 'Check the id; results are kept for a limited time.',
  ocr_cancelled: 'Somebody cancelled it; begin again if it is still wanted.',
  ocr_timeout: 'Send fewer or smaller pages; the operator can raise `OCR_TIMEOUT_MS`.',
} satisfies Remedies;

const web = {
  url_not_allowed:
    'Name a public `http` or `https` address; the operator opens private ones in `ALLOW_PRIVATE_ADDRESSES`.',
  url_unreachable: 'Check the address, or send it again; the site did not answer well.',
  url_timeout: 'Send it again; the site is slow.',
  url_too_large: 'Fetch a smaller document, or upload the file yourself.',
  search_refused:
    'The search engines refuse us, which does not mean that nothing exists. Send it again later, or have the operator add one.',
  search_unavailable: 'Send it again later; the operator can add search engines.',
  search_timeout: 'Send it again; the search engines are slow.',
  research_not_found: 'Check the id.',
  research_failed: 'Start it again; `message` says what went wrong.',
  research_cancelled: 'Somebody cancelled it; start it again if it is still wanted.',
} satisfies Remedies;

const integrations = {
  integration_not_found: 'Take an id of `GET /v1/integrations`.',
  integration_not_configured: 'The operator sets its client; see the guide on integrations.',
  integration_not_connected: 'Send the user to `POST /v1/integrations/{id}/connect`.',
  needs_reconnect: 'The third party has ended the connection: send the user to connect again.',
  confirmation_required:
    'Show the user what would be changed, then send it again with the token of the error as `confirm`.',
  feature_not_found: 'Take a `feature_name` of `GET /v1/integrations/{id}`.',
  invalid_inputs: 'Correct the inputs that `message` names.',
  invalid_credentials: 'The third party refuses these credentials; ask the user for others.',
  feature_execution_failed: 'Read `details`; send it again only when the action may happen twice.',
  oauth_failed: 'Begin to connect again; the sign-in was declined, took too long, or was begun elsewhere.',
} satisfies Remedies;

const media = {
  prompt_rejected: 'Word the prompt differently; it meets terms that are not drawn.',
  image_generation_failed: 'Send it again, or try another model.',
  image_generation_not_configured: 'The operator sets `IMAGE_ENGINE`.',
  image_generation_timeout: 'Send it again, or ask for a smaller picture.',
  video_generation_failed: 'Send it again, or try another model.',
  video_generation_not_configured: 'The operator sets `VIDEO_ENGINE`.',
  video_generation_timeout: 'Use `background: true`, or ask for a shorter video.',
  video_not_found: 'Check the id.',
} satisfies Remedies;

/** What to do about each error, in Markdown. A code that is missing here does not compile. */
export const errorRemedies: Record<ErrorCode, string> = {
  ...requests,
  ...access,
  ...models,
  ...files,
  ...ocr,
  ...web,
  ...integrations,
  ...media,
};

/** The codes under headings for readers. */
export const errorGroups: Record<string, Remedies> = {
  Requests: requests,
  'Keys, limits, money': access,
  Models: models,
  'Files and collections': files,
  OCR: ocr,
  'Web, search, research': web,
  Integrations: integrations,
  'Images and video': media,
};

/** Whether a text is one of the codes. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);
