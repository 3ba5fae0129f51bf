import { apiKey } from './test-service.ts';

/** What came of a stream before it was left. */
export interface CutStream {
  status: number;
  headers: Headers;
  /** Whole events alone, as a client counts them. */
  text: string;
  /** Of the last whole event. */
  last: number;
}

/** Begins a stream and leaves it once `isEnough` says so of what has come. */
export async function cutStream(
  url: string,
  body: object,
  isEnough: (text: string) => boolean,
  key: string = apiKey,
): Promise<CutStream> {
  const leave = new AbortController();
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leave.signal,
  });
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of reply.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (isEnough(text)) break;
  }
  leave.abort();
  text = text.slice(0, text.lastIndexOf('\n\n') + 2);
  const last = Number([...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? 0);
  return { status: reply.status, headers: reply.headers, text, last };
}
