/**
 * Tries to stop the service through every field of every endpoint, while a thread of its own asks for /healthz:
 *
 *   npm run test:attacks [-- seed] [--full] [--only pattern] [--minutes n] [--engine reader|connected] [--once] [--stall ms]
 *
 * Texts of more than a hundred shapes in four sizes, for the embedded engine and for a connected one; schemas that multiply,
 * documents that are deep or many (`attacks/schema-attacks.ts`, `attacks/document-attacks.ts`). It fails when an answer of /healthz
 * takes more than 100 ms (`--stall` for a machine that has other things to do), a call more than 15 s, when a call is answered by 500 or without a code, when the service dies, keeps
 * its memory, does not stop when it is asked to, or refuses a right key among wrong ones. Taken out is what the machine is to blame
 * for: what a server that does nothing takes at the same time, and the share of time that other programs have the processors for.
 *
 * Fields are read from the OpenAPI document, so that none is forgotten. Without --full every field is tried in every size and
 * every shape in every size by one of the engines, in three minutes; with it every shape in every field in every size, for at most 40 minutes.
 * Black box: it speaks HTTP only, to the service and, as its vendor of models and web search, with it.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { Engine } from './attacks/attack.ts';
import { attackEngine } from './attacks/attack-engine.ts';
import type { Outcome } from './attacks/attacker.ts';
import { printReport } from './attacks/report.ts';
import { Vendor } from './attacks/vendor.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    minutes: { type: 'string' },
    engine: { type: 'string' },
    once: { type: 'boolean', default: false },
    stall: { type: 'string', default: '100' },
  },
});
const seed = Number(positionals[0] ?? 1);
const isFull = values.full;
const minutes = Number(values.minutes ?? (isFull ? 40 : 3));
const all: readonly Engine[] = ['reader', 'connected'];
const engines = all.filter((engine) => values.engine === undefined || engine === values.engine);

const vendor = await new Vendor().start();
const idle = spawn(process.execPath, [
  '-e',
  "require('http').createServer((q,s)=>s.end('ok')).listen(0,'127.0.0.1',function(){console.log(this.address().port)})",
]);
const idlePort = await new Promise<string>((done) => idle.stdout.once('data', (text) => done(String(text).trim())));
const started = Date.now();
const outcomes: Outcome[] = [];
const problems: string[] = [];
try {
  for (const [i, engine] of engines.entries()) {
    const found = await attackEngine({
      engine,
      vendor,
      idleUrl: `http://127.0.0.1:${idlePort}/`,
      seed,
      isFull,
      isOnce: values.once,
      only: values.only === undefined ? undefined : new RegExp(values.only, 'i'),
      // The first leaves what it does not need to the second.
      endsAt: started + (minutes * 60_000 * (i + 1)) / engines.length,
      isLast: i === engines.length - 1,
      stallMs: Number(values.stall),
    });
    outcomes.push(...found.outcomes);
    problems.push(...found.problems);
  }
} finally {
  idle.kill('SIGKILL');
  vendor.close();
}
printReport(outcomes);
const longest = Math.max(0, ...outcomes.map(({ stallMs }) => stallMs));
console.log(`\n${outcomes.length} attacks, seed ${seed}: longest stall ${longest} ms, ${problems.length} problems`);
for (const problem of problems) console.log(`  ${problem}`);
process.exit(problems.length === 0 && outcomes.length > 0 ? 0 : 1);
