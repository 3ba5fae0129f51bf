import { vi } from 'vitest';
import { apiKey, type TestReply, type TestService } from './test-service.ts';

/** The longest that the service lets an upload wait for the end of its processing. */
export const longestWaitMs = 60_000;

/**
 * Uploads a file as a form and waits for the end of its processing, however busy the machine is. The reply is that of the
 * upload; where it came before the end, its `json` is the file as it is then. `fields` may say another `wait_ms`, which
 * then holds: `'0'` is for tests of what is not ready yet.
 */
export async function uploadFile(
  { url, call }: Pick<TestService, 'url' | 'call'>,
  name: string,
  bytes: string | Uint8Array,
  fields: Record<string, string> = {},
  headers: Record<string, string> = { authorization: `Bearer ${apiKey}` },
): Promise<TestReply> {
  const form = new FormData();
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), name);
  for (const [field, value] of Object.entries({ wait_ms: String(longestWaitMs), ...fields })) form.append(field, value);
  const answer = await fetch(`${url}/v1/files/upload`, { method: 'POST', body: form, headers });
  const text = await answer.text();
  const reply: TestReply = { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) };
  if (fields.wait_ms !== undefined || reply.json.status !== 'processing') return reply;
  const { authorization = '' } = headers;
  const hasEnded = async () => {
    reply.json = (await call('GET', `/v1/files/${reply.json.file_id}`, undefined, { authorization })).json;
    return reply.json.status !== 'processing';
  };
  // Not `expect.poll`, which knows no hooks.
  await vi.waitUntil(hasEnded, { timeout: longestWaitMs, interval: 250 });
  return reply;
}
