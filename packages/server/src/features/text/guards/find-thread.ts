import type { GuardCheck } from '@parley/contract';
import { serveThreadTasks } from '../../../lib/serve-thread-tasks.ts';
import { type CompiledCheck, compileCheck } from './compile-guard.ts';
import type { Finding } from './finding.ts';

/** A long text in which a guard looks for places. */
export interface FindTask {
  check: GuardCheck;
  text: string;
}

/** Checks that this thread has met; more than a workspace has. */
const mostKnown = 100;
const known = new Map<string, CompiledCheck>();

/** The thread in which guards look through long texts. */
serveThreadTasks({
  find({ check, text }: FindTask): Promise<Finding[]> {
    const key = JSON.stringify(check);
    const compiled = known.get(key) ?? compileCheck(check);
    if (known.size >= mostKnown) known.clear();
    known.set(key, compiled);
    if (compiled.by !== 'places') throw new Error(`a guard of ${check.type} finds no places`);
    return compiled.find(text);
  },
});
