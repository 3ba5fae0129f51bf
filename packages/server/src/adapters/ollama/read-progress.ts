import { AppError } from '../../lib/app-error.ts';
import { withinLimit } from '../../lib/within-limit.ts';
import type { DownloadProgress } from '../../ports/local-model-server.ts';
import { readJson } from './read-json.ts';

const maxLineLength = 64 * 1024;
const quietMs = 5 * 60_000;

/**
 * Reads the lines of JSON by which Ollama tells how far a download is, until it says `success`. Throws `not_found` for a model that
 * its library does not have, `upstream_error` for what else it says, `upstream_cut` when it stops without a word, and
 * `upstream_timeout` when nothing comes for five minutes.
 */
export async function readProgress(
  body: AsyncGenerator<Buffer>,
  name: string,
  onProgress: (progress: DownloadProgress) => void,
): Promise<void> {
  const parts = new Map<string, { total: number; completed: number }>();
  const decoder = new TextDecoder();
  let rest = '';
  let isDone = false;
  for await (const chunk of withinQuiet(body)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) throw new AppError('upstream_invalid', 'A line about the download is too long.');
    for (const line of lines) isDone = readLine(line, name, parts, onProgress) || isDone;
  }
  isDone = readLine(rest, name, parts, onProgress) || isDone;
  if (!isDone) throw new AppError('upstream_cut', 'The download broke off; begun again, it goes on where it was.');
}

/** Whether the line says that the model is there. */
function readLine(
  line: string,
  name: string,
  parts: Map<string, { total: number; completed: number }>,
  onProgress: (progress: DownloadProgress) => void,
): boolean {
  if (line.trim() === '') return false;
  const event = readJson(line);
  if (!event) throw new AppError('upstream_invalid', 'What its server says about the download cannot be read.');
  if (typeof event.error === 'string') throw toError(event.error, name);
  if (typeof event.digest === 'string' && typeof event.total === 'number' && event.total >= 0) {
    const completed = typeof event.completed === 'number' ? event.completed : 0;
    parts.set(event.digest, { total: event.total, completed: Math.max(0, Math.min(completed, event.total)) });
  }
  const all = [...parts.values()];
  onProgress({
    step: typeof event.status === 'string' ? event.status.slice(0, 200) : '',
    completedBytes: Math.round(all.reduce((sum, { completed }) => sum + completed, 0)),
    totalBytes: all.length === 0 ? null : Math.round(all.reduce((sum, { total }) => sum + total, 0)),
  });
  return event.status === 'success';
}

function toError(said: string, name: string): AppError {
  if (/does not exist|not found|invalid model name/i.test(said)) {
    return new AppError('not_found', `There is no model ${name} to download: ${said.slice(0, 300)}`);
  }
  return new AppError('upstream_error', `The download failed: ${said.slice(0, 300)}`);
}

/** A server that went quiet would hold the job for the rest of the day. */
async function* withinQuiet(body: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const next = await withinLimit(body.next(), quietMs, () => {
        return new AppError('upstream_timeout', 'Nothing was heard of the download for five minutes.');
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not waited for: a body that is quiet ends only once its socket is closed.
    body.return(undefined).catch(() => {});
  }
}
