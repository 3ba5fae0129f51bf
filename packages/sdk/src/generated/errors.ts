// Written by packages/sdk/tools/write-types.ts from packages/contract. Change the contract, then: npm run openapi

/** The closed list of `code`s. */
export type ErrorCode =
  | 'authentication_required'
  | 'batch_cancelled'
  | 'batch_expired'
  | 'batch_not_found'
  | 'blocked_by_guard'
  | 'body_timeout'
  | 'budget_exceeded'
  | 'client_closed_request'
  | 'collection_not_found'
  | 'confirmation_required'
  | 'conflict'
  | 'content_filter'
  | 'context_length_exceeded'
  | 'disk_full'
  | 'embeddings_not_configured'
  | 'feature_execution_failed'
  | 'feature_not_found'
  | 'file_empty'
  | 'file_failed'
  | 'file_not_found'
  | 'file_not_in_storage'
  | 'file_not_ready'
  | 'file_timeout'
  | 'file_too_large'
  | 'forbidden'
  | 'idempotency_in_progress'
  | 'idempotency_mismatch'
  | 'idempotency_not_kept'
  | 'image_generation_failed'
  | 'image_generation_not_configured'
  | 'image_generation_timeout'
  | 'image_too_large'
  | 'insufficient_quota'
  | 'integration_not_configured'
  | 'integration_not_connected'
  | 'integration_not_found'
  | 'internal_error'
  | 'invalid_api_key'
  | 'invalid_credentials'
  | 'invalid_image'
  | 'invalid_inputs'
  | 'invalid_json'
  | 'invalid_pdf'
  | 'invalid_request'
  | 'invalid_upload_token'
  | 'legal_hold'
  | 'method_not_allowed'
  | 'missing_pdf'
  | 'model_not_configured'
  | 'model_not_found'
  | 'needs_reconnect'
  | 'no_provider_fits'
  | 'no_tool_fits'
  | 'not_found'
  | 'oauth_failed'
  | 'ocr_cancelled'
  | 'ocr_not_found'
  | 'ocr_timeout'
  | 'ocr_unavailable'
  | 'payload_too_large'
  | 'pdf_password_required'
  | 'prompt_rejected'
  | 'rate_limit_exceeded'
  | 'request_refused'
  | 'request_timeout'
  | 'research_cancelled'
  | 'research_failed'
  | 'research_not_found'
  | 'response_failed'
  | 'response_not_found'
  | 'schema_not_met'
  | 'schema_not_supported'
  | 'search_unavailable'
  | 'second_factor_required'
  | 'service_unavailable'
  | 'set_at_start'
  | 'storage_full'
  | 'stream_abandoned'
  | 'stream_cancelled'
  | 'stream_events_gone'
  | 'stream_lost'
  | 'stream_not_found'
  | 'too_much_to_read'
  | 'tool_inputs_invalid'
  | 'unsupported_file_type'
  | 'unsupported_media_type'
  | 'upload_token_expired'
  | 'upstream_cut'
  | 'upstream_error'
  | 'upstream_invalid'
  | 'upstream_overloaded'
  | 'upstream_rate_limited'
  | 'upstream_rejected'
  | 'upstream_timeout'
  | 'upstream_unauthorized'
  | 'upstream_unavailable'
  | 'url_not_allowed'
  | 'url_timeout'
  | 'url_too_large'
  | 'url_unreachable'
  | 'video_generation_failed'
  | 'video_generation_not_configured'
  | 'video_generation_timeout'
  | 'video_not_found';

/** Codes by status; where the same request can succeed when it is sent again, a `+` follows. */
export const errorCodes: Readonly<Record<number, string>> = {
  400: 'invalid_request invalid_json model_not_found no_provider_fits context_length_exceeded schema_not_supported request_refused content_filter file_too_large unsupported_file_type embeddings_not_configured invalid_image invalid_pdf pdf_password_required url_not_allowed url_too_large feature_not_found invalid_inputs invalid_credentials oauth_failed prompt_rejected',
  401: 'authentication_required second_factor_required',
  402: 'budget_exceeded insufficient_quota',
  403: 'forbidden invalid_upload_token upload_token_expired',
  404: 'not_found stream_not_found batch_not_found response_not_found file_not_found file_not_in_storage collection_not_found ocr_not_found research_not_found integration_not_found video_not_found',
  405: 'method_not_allowed',
  408: 'body_timeout+',
  409: 'conflict legal_hold idempotency_mismatch idempotency_in_progress+ idempotency_not_kept set_at_start stream_cancelled stream_abandoned batch_cancelled batch_expired file_not_ready+ ocr_cancelled research_cancelled integration_not_connected needs_reconnect confirmation_required',
  410: 'stream_events_gone',
  413: 'payload_too_large storage_full image_too_large',
  415: 'unsupported_media_type',
  422: 'too_much_to_read schema_not_met blocked_by_guard no_tool_fits file_failed file_empty file_timeout missing_pdf',
  429: 'rate_limit_exceeded+ upstream_rate_limited+',
  499: 'client_closed_request+',
  500: 'internal_error+ image_generation_failed+ video_generation_failed+',
  502: 'tool_inputs_invalid upstream_unavailable+ upstream_error+ upstream_invalid+ upstream_cut+ upstream_rejected upstream_unauthorized response_failed+ url_unreachable+ search_unavailable+ research_failed+ feature_execution_failed+',
  503: 'service_unavailable+ invalid_api_key model_not_configured upstream_overloaded+ stream_lost+ ocr_unavailable search_unavailable+ integration_not_configured image_generation_not_configured video_generation_not_configured',
  504: 'request_timeout+ upstream_timeout+ ocr_timeout+ url_timeout+ search_unavailable+ image_generation_timeout+ video_generation_timeout+',
  507: 'disk_full+',
};
