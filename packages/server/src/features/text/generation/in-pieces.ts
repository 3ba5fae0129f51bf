import { each, type Handing, type Sink } from '../../../lib/event-flow.ts';
import { Turn } from '../../../lib/turn.ts';

/** Longer texts come in pieces; what vendors send as one event is a fraction of it. */
const mostLetters = 4_096;

interface Event {
  readonly type: string;
  readonly text?: string | undefined;
}

/**
 * The same events, but a text that came at once in pieces, with turns of the event loop between them: an unstreamed reply is one
 * event of several megabytes, and all of it would be judged and written at a stretch. Other events cost a comparison.
 */
export function inPieces<E extends Event>(source: AsyncIterable<E, unknown>): AsyncIterable<E> & Handing<E> {
  return {
    each: (sink) => {
      const turn = new Turn();
      let busy: Promise<void> | undefined;
      return each(source, (event) => {
        if (busy === undefined && !isLong(event)) return sink(event);
        // What a source hands over without waiting keeps its place behind the pieces.
        const wait = (busy ?? Promise.resolve()).then(() => handPieces(event, sink, turn));
        busy = wait;
        return wait.finally(() => {
          if (busy === wait) busy = undefined;
        });
      });
    },
    async *[Symbol.asyncIterator]() {
      const turn = new Turn();
      for await (const event of source) {
        if (!isLong(event)) {
          yield event;
          continue;
        }
        for (const piece of piecesOf(event)) {
          await turn.next();
          yield piece;
        }
      }
    },
  };
}

async function handPieces<E extends Event>(event: E, sink: Sink<E>, turn: Turn): Promise<void> {
  for (const piece of piecesOf(event)) {
    await turn.next();
    await sink(piece);
  }
}

function isLong({ type, text }: Event): boolean {
  return text !== undefined && text.length > mostLetters && (type === 'text-delta' || type === 'reasoning-delta');
}

function* piecesOf<E extends Event>(event: E): Generator<E> {
  if (!isLong(event)) {
    yield event;
    return;
  }
  const { text = '' } = event;
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at + mostLetters);
    yield { ...event, text: text.slice(at, end) };
    at = end;
  }
}

/** A letter of two places is not cut in half: each piece may be written by itself. */
function endOfPiece(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) && /[\udc00-\udfff]/.test(text.charAt(end)) ? end + 1 : end;
}
