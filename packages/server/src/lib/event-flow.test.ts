import { describe, expect, it } from 'vitest';
import { EventFlow, each, type Sink, type Through, through } from './event-flow.ts';
import { EventQueue } from './event-queue.ts';

type Steps = AsyncGenerator<string | Through<string>, undefined>;

/** All that a flow gives, read in both ways: iterated, and handed over. */
async function bothWays(flow: () => EventFlow<string>): Promise<[string[], string[]]> {
  const iterated: string[] = [];
  const handed: string[] = [];
  const keep = (into: string[]) => (error: Error) => void into.push(`! ${error.message}`);
  const reading = (async () => {
    for await (const event of flow()) iterated.push(event);
  })();
  await reading.catch(keep(iterated));
  await each(flow(), (event) => void handed.push(event) as undefined).catch(keep(handed));
  return [iterated, handed];
}

function queueOf(events: number[], failure?: Error): EventQueue<number> {
  const queue = new EventQueue<number>();
  for (const event of events) queue.push(event);
  if (failure) queue.fail(failure);
  else queue.end();
  return queue;
}

const twice = (event: number) => [`${event}`, `${event}'`];

describe('a flow', () => {
  it('gives its own events and those of its sources in order, the same in both ways', async () => {
    const flow = () =>
      new EventFlow(
        (async function* (): Steps {
          yield 'begin';
          yield through(queueOf([1, 2]), twice);
          yield through(queueOf([]), twice);
          yield through(
            (async function* () {
              yield 3;
            })(),
            twice,
          );
          yield 'end';
        })(),
      );
    const all = ['begin', '1', "1'", '2', "2'", '3', "3'", 'end'];
    expect(await bothWays(flow)).toEqual([all, all]);
  });

  it('throws the failure of a source, and of what is made of its events, where the generator can answer it', async () => {
    const flow = () =>
      new EventFlow(
        (async function* (): Steps {
          for (const source of [queueOf([1], new Error('cut')), queueOf([2])]) {
            try {
              yield through(source, (event) => {
                if (event === 2) throw new Error('unreadable');
                return [`${event}`];
              });
            } catch (error) {
              yield `after ${(error as Error).message}`;
            }
          }
          throw new Error('last');
        })(),
      );
    const all = ['1', 'after cut', 'after unreadable', '! last'];
    expect(await bothWays(flow)).toEqual([all, all]);
  });

  it('ends its sources and runs what is to be run at the end when its reader leaves, in both ways', async () => {
    const ended: string[] = [];
    const flow = () => {
      const queue = new EventQueue<number>({ onLeave: () => ended.push('source left') });
      queue.push(1);
      queue.push(2);
      return new EventFlow(
        (async function* (): Steps {
          try {
            yield through(queue, (event) => [`${event}`]);
          } catch {
            ended.push('never: the reader’s reasons are not the source’s failure');
          } finally {
            ended.push('generator ended');
          }
        })(),
      );
    };
    for await (const _ of flow()) break;
    expect(ended).toEqual(['source left', 'generator ended']);
    const leaves: Sink<string> = () => {
      throw new Error('reader left');
    };
    await expect(each(flow(), leaves)).rejects.toThrow('reader left');
    expect(ended).toEqual(['source left', 'generator ended', 'source left', 'generator ended']);
    await expect(each(flow(), () => Promise.reject(new Error('left later')))).rejects.toThrow('left later');
    expect(ended.length).toBe(6);
  });

  it('waits for a sink that asks for it, however deep its sources are', async () => {
    const inner = () =>
      new EventFlow(
        (async function* (): Steps {
          yield through(queueOf([1, 2, 3]), (event) => [`${event}`]);
        })(),
      );
    const outer = new EventFlow(
      (async function* (): Steps {
        yield through(inner(), (event) => [event]);
        yield 'end';
      })(),
    );
    const notes: string[] = [];
    await each(outer, async (event) => {
      notes.push(event);
      await new Promise(setImmediate);
      notes.push(`${event} done`);
    });
    expect(notes).toEqual(['1', '1 done', '2', '2 done', '3', '3 done', 'end', 'end done']);
  });

  it('hands over what was made of one event in turns too, where its reader asks for them', async () => {
    const flow = new EventFlow(
      (async function* (): Steps {
        yield through(queueOf([1]), twice);
      })(),
    );
    const notes: string[] = [];
    await each(flow, async (event) => {
      notes.push(event);
      await new Promise(setImmediate);
      notes.push(`${event} done`);
    });
    expect(notes).toEqual(['1', '1 done', "1'", "1' done"]);
  });

  it('that is left before it began never begins', async () => {
    let hasBegun = false;
    const flow = new EventFlow(
      (async function* (): Steps {
        hasBegun = true;
        yield '';
      })(),
    );
    await flow.return();
    expect([hasBegun, (await flow.next()).done]).toEqual([false, true]);
  });
});
