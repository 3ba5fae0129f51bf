/** Addresses of OpenAI's that are not served here, and what does the same or that nothing does. */
const missing: readonly [address: RegExp, advice: string][] = [
  [/^\/v1\/audio(?:\/|$)/, 'use POST /v1/audio/transcriptions, /v1/audio/translations or /v1/audio/speech'],
  [/^\/v1\/uploads(?:\/|$)/, 'POST /v1/files takes a file whole'],
  [/^\/v1\/(?:assistants|threads)(?:\/|$)/, 'use POST /v1/responses, with `previous_response_id` for a conversation'],
  [/^\/v1\/conversations(?:\/|$)/, 'use `previous_response_id` of POST /v1/responses'],
  [/^\/v1\/videos(?:\/|$)/, 'use POST /v1/generate-video'],
  [
    /^\/v1\/(?:fine_tuning|fine-tunes)(?:\/|$)/,
    'nothing is trained here; train a model at its vendor and name it as an `engine` in the configuration file',
  ],
  [
    /^\/v1\/realtime(?:\/|$)/,
    'there are no sessions over WebSocket or WebRTC here; use POST /v1/responses with `stream: true`',
  ],
  [/^\/v1\/evals(?:\/|$)/, 'use POST /v1/evaluations/sets and /v1/evaluations/runs'],
  [/^\/v1\/(?:containers|chatkit)(?:\/|$)/, 'use POST /v1/responses with `tools` that you run yourself'],
  [
    /^\/v1\/organization(?:\/|$)/,
    'with an admin key, GET /v1/admin/usage has what was used and /v1/admin/keys the keys',
  ],
];

/** What to do instead of calling an address that OpenAI's clients know; null for any other. */
export function adviceFor(path: string): string | null {
  const bare = path.replace(/\/$/, '');
  return missing.find(([address]) => address.test(bare))?.[1] ?? null;
}
