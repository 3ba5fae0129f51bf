import { describe, expect, it } from 'vitest';
import { longestWaitOf } from '../../../../test/growth.ts';
import { each } from '../../../lib/event-flow.ts';
import { CitationGate } from './grounding/citation-gate.ts';
import { FigureEvidence } from './grounding/figure-evidence.ts';
import { inPieces } from './in-pieces.ts';

type Event = { type: string; text?: string };

async function* of(...events: Event[]) {
  yield* events;
}

/** What comes out, read both ways. */
async function readBothWays(...events: Event[]): Promise<Event[]> {
  const handed: Event[] = [];
  await each(inPieces(of(...events)), (event) => {
    handed.push(event);
    return undefined;
  });
  const iterated: Event[] = [];
  for await (const event of inPieces(of(...events))) iterated.push(event);
  expect(iterated).toEqual(handed);
  return handed;
}

const delta = (text: string) => ({ type: 'text-delta', text });

describe('a text that comes at once', () => {
  it('is handed over in pieces that are together the text, in its place', async () => {
    const text = 'abc 😀 '.repeat(10_000);
    const read = await readBothWays(delta('before'), delta(text), delta('after'), { type: 'finish' });
    expect([read[0], ...read.slice(-2)]).toEqual([delta('before'), delta('after'), { type: 'finish' }]);
    const pieces = read.slice(1, -2).map((event) => event.text ?? '');
    expect(pieces.join('')).toBe(text);
    expect(pieces.length).toBeGreaterThan(10);
    for (const piece of pieces) {
      expect(piece.length).toBeLessThanOrEqual(4_097);
      expect(piece.isWellFormed()).toBe(true);
    }
  });

  it('is left as it is where it is short, or no text of the reply', async () => {
    const call = { type: 'tool-call-delta', text: 'x'.repeat(10_000) };
    expect(await readBothWays(delta('x'.repeat(4_096)), call)).toEqual([delta('x'.repeat(4_096)), call]);
  });

  it('keeps its place before what the source hands over without waiting', async () => {
    const source = {
      each: async (sink: (event: Event) => Promise<void> | undefined) => {
        await Promise.all([sink(delta('a'.repeat(9_000))), sink(delta('b')), sink({ type: 'finish' })]);
      },
      [Symbol.asyncIterator]: () => of(),
    };
    const read: string[] = [];
    await each(inPieces<Event>(source), ({ text, type }) => {
      read.push(text?.slice(0, 1) ?? type);
      return undefined;
    });
    expect(read).toEqual(['a', 'a', 'a', 'b', 'finish']);
  });

  it('ends the source with the error of whoever takes the pieces', async () => {
    const failing = each(inPieces(of(delta('a'.repeat(9_000)))), () => {
      throw new Error('left');
    });
    await expect(failing).rejects.toThrow('left');
  });

  it('is judged in steps, with turns for others between them', async () => {
    const passage = 'The store holds 120 units and 14 pallets.';
    const passages = [{ number: 1, document: 0, start: 0, end: passage.length, label: '', text: passage }];
    const gate = new CitationGate({ passages, given: FigureEvidence.of([]), isInline: false });
    const reply = 'It holds 120 units [1]. '.repeat(15_000);
    let said = 0;
    const judged = () =>
      each(inPieces(of(delta(reply))), ({ text = '' }) => {
        said += gate.push(text).length;
        return undefined;
      });
    expect(await longestWaitOf(judged)).toBeLessThan(150);
    expect(said).toBeGreaterThan(200_000);
  });
});
