import { isJsonObject } from '@parley/contract';
import { parseJson } from '../../../lib/parse-json.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import type { Verdict } from './finding.ts';

/** What somebody's own guard is sent. */
export interface WebhookQuestion {
  guard: string;
  stage: 'input' | 'output';
  text: string;
  request_id: string;
}

const usualTimeoutMs = 3000;
const mostBytes = 2_000_000;

/** Asks a guard at an address of the operator's users. Throws where it does not answer, or not in the form that is agreed. */
export async function askWebhook(
  fetcher: Pick<GuardedFetcher, 'fetch'>,
  {
    url,
    timeoutMs = usualTimeoutMs,
    question,
    signal,
  }: { url: string; timeoutMs?: number; question: WebhookQuestion; signal: AbortSignal },
): Promise<Verdict> {
  const { status, body } = await fetcher.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
    timeoutMs,
    maxBytes: mostBytes,
    maxRedirects: 0,
    signal,
  });
  if (status !== 200) throw new Error(`it answered ${status}`);
  const answer = await parseJson(body.toString('utf8'));
  if (!isJsonObject(answer)) throw new Error('it answered no object');
  const message = typeof answer.message === 'string' ? { message: answer.message.slice(0, 500) } : {};
  if (answer.action === 'allow') return { action: 'allow' };
  if (answer.action === 'block') return { action: 'block', ...message };
  if (answer.action === 'mask' && typeof answer.text === 'string')
    return { action: 'mask', text: answer.text, ...message };
  throw new Error('it answered no action');
}
