import { expect, it } from 'vitest';
import { emptyReply, newRun, type Run } from './run.ts';
import { fromStored, outcomeOf, toSaved } from './stored-run.ts';

const run = (change: Partial<Run>): Run => ({
  ...newRun({ mode: 'answer', body: { query: 'Why?' } }, 'reader'),
  reply: { ...emptyReply, text: 'Because' },
  requestId: 'req_1',
  durationMs: 12,
  ...change,
});
const kept = (one: Run) => {
  const saved = toSaved(one);
  const summary = { id: 'run_1', title: 'Why?', model: 'reader', shared: false, created_by: null, mine: true };
  return { outcome: outcomeOf(saved.status), run: fromStored({ ...summary, ...saved, created_at: '' }) };
};

it('keeps a run that was stopped, with what had come by then', () => {
  const stopped = run({ state: 'stopped', status: 200, error: new DOMException('Aborted', 'AbortError') });
  expect(kept(stopped)).toMatchObject({
    outcome: 'stopped',
    run: { state: 'stopped', error: null, reply: { text: 'Because' } },
  });
});

it('keeps a run that failed, also in the middle of its reply or without any answer', () => {
  for (const status of [502, 200, null]) {
    expect(kept(run({ state: 'failed', status, error: new Error('No vendor') }))).toMatchObject({
      outcome: 'failed',
      run: { state: 'failed', error: new Error('No vendor'), reply: { text: 'Because' } },
    });
  }
});

it('keeps a run that is done as such', () => {
  expect(kept(run({ state: 'done', status: 200 }))).toMatchObject({
    outcome: 'done',
    run: { state: 'done', error: null, status: 200, reply: { text: 'Because' } },
  });
});
