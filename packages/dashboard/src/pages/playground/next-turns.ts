import type { Draft, Turn } from './draft.ts';
import { fromRequest } from './from-request.ts';
import type { Run } from './run.ts';
import { turnsOf } from './to-request.ts';

type Results = Extract<Turn, { role: 'tool' }>['results'];

/** Everything said up to and with the reply of a run. */
function turnsAfter({ request, reply }: Run): Turn[] {
  const asked = turnsOf(fromRequest(request.mode, { ...request.body }));
  return [...asked, { role: 'assistant', text: reply.text, calls: reply.calls }];
}

/** The draft that goes on after a run; with results of its calls, or with a message that is still to be written. */
export function continued(draft: Draft, run: Run, results: Results = []): Draft {
  const turns = turnsAfter(run);
  return { ...draft, input: '', turns: results.length === 0 ? turns : [...turns, { role: 'tool', results }] };
}
