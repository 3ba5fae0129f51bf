import { Readable } from 'node:stream';
import { toAppError, toErrorReply } from './error-reply.ts';

/** Until then an answer has its ordinary status; afterwards the head is sent and blanks keep the connection. */
const patienceMs = 20_000;
const blankMs = 15_000;

/**
 * One JSON answer that may take minutes. Idle proxies cut silent connections, so after a while blanks go ahead of the
 * JSON text, which every reader of JSON skips. A failure after that comes as an error body under status 200.
 */
export class LateReply<Body extends object> {
  readonly work: Promise<Body>;

  constructor(work: Promise<Body>) {
    this.work = work;
  }
}

export const lateHeaders = { 'content-type': 'application/json; charset=utf-8', 'x-accel-buffering': 'no' };

/** The body when it comes in time, else a stream of blanks that ends with it. Throws what the work throws in time. */
export async function awaitReply(work: Promise<object>, requestId: string): Promise<object | Readable> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  try {
    const early = await Promise.race([work, patience]);
    if (early !== null) return early;
  } finally {
    clearTimeout(timer);
  }
  return Readable.from(withBlanks(work, requestId), { objectMode: false });
}

async function* withBlanks(work: Promise<object>, requestId: string): AsyncGenerator<string> {
  const answer = work.then(JSON.stringify, (error) =>
    JSON.stringify(toErrorReply(toAppError(error), { requestId, shape: undefined, strictStatus: false }).body),
  );
  for (;;) {
    yield ' ';
    let timer: NodeJS.Timeout | undefined;
    const pause = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, blankMs, null);
    });
    const text = await Promise.race([answer, pause]);
    clearTimeout(timer);
    if (text === null) continue;
    yield text;
    return;
  }
}
