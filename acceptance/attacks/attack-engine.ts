import { setTimeout as pause } from 'node:timers/promises';
import { type Attack, type Engine, nameOf } from './attack.ts';
import { Attacker, type Outcome } from './attacker.ts';
import { casesOf } from './cases.ts';
import { ask } from './client.ts';
import { OpenApiDocument } from './fields/document-fields.ts';
import { doorFields } from './fields/door-fields.ts';
import type { Field } from './fields/field.ts';
import { replyFields } from './fields/reply-fields.ts';
import { storedFields } from './fields/stored-fields.ts';
import { textFields } from './fields/text-fields.ts';
import { toolFields } from './fields/tool-fields.ts';
import { attackOf, roundsOf } from './plan.ts';
import { seeded } from './seeded.ts';
import { plainShape } from './shapes/shapes.ts';
import { stopWhileBusy } from './stop-while-busy.ts';
import type { Vendor } from './vendor.ts';
import { tryWrongKeys } from './wrong-keys.ts';

const limits = { callMs: 15_000, capMs: 30_000 };
/** How many go on at once: where the text is large, blame and memory matter more than speed. */
const atOnce = (bytes: number): number => (bytes > 1e6 ? 1 : bytes > 100_000 ? 2 : 6);
/** Where the memory is to be after some idle time, beside what it was. Worker processes end after half a minute without work. */
const memoryShare = 1.25;
const memoryExtra = 60;
const idleMs = 60_000;

/** Errors of calls that got as far as they can with a text that has no answer. */
const workedOn = /"code":"(schema_not_met|no_tool_fits|tool_inputs_invalid|file_failed)"/;

export interface Assault {
  engine: Engine;
  vendor: Vendor;
  idleUrl: string;
  seed: number;
  isFull: boolean;
  isOnce: boolean;
  only: RegExp | undefined;
  endsAt: number;
  isLast: boolean;
  /** For how long `/healthz` may wait, in milliseconds. */
  stallMs: number;
}

/** Everything that is tried against a service with one engine. */
export async function attackEngine(assault: Assault): Promise<{ outcomes: Outcome[]; problems: string[] }> {
  const { engine, seed, isFull, isOnce, only, endsAt } = assault;
  const attacker = await Attacker.start({
    engine,
    vendor: assault.vendor,
    idleUrl: assault.idleUrl,
    limits: { ...limits, stallMs: assault.stallMs, isOnce },
  });
  const problems: string[] = [];
  try {
    const { worked, doors, missing } = await fieldsOf(attacker);
    for (const field of missing) problems.push(`${field}: is in the OpenAPI document and in no attack`);
    problems.push(...(await warmUp(attacker, worked)));
    const before = attacker.service.memory();
    console.log(`${engine}: ${worked.length} fields and ${doors.length} doors; ${before ?? '?'} MB after warming up`);
    const service = attacker.service;
    let made = 0;
    let left = 0;
    const run = async (attacks: readonly Attack[]) => {
      const chosen = attacks.filter((attack) => only?.test(nameOf(attack)) ?? true);
      for (const group of groupsOf(chosen, isOnce)) {
        if (Date.now() > endsAt) left += group.length;
        else {
          await attacker.run(group);
          made += group.length;
        }
      }
    };
    for (const round of roundsOf({ engine, worked, doors, seed, isFull })) await run(round);
    if (engine === 'connected') await run(casesOf(seed).filter((_, i) => isFull || i % 4 === 0));
    console.log(`${engine}: ${made} attacks made, ${left} left`);
    if (left > 0 && !isFull)
      problems.push(`${engine}: ${left} of ${made + left} attacks were not made for lack of time`);
    problems.push(...attacker.outcomes.flatMap((outcome) => outcome.problems));
    if (attacker.service === service) problems.push(...(await memoryProblems(attacker, before)));
    if (assault.isLast) problems.push(...(await tryWrongKeys(attacker.service, isFull ? 60 : 10)));
    const slowest = [...attacker.outcomes].sort((a, b) => b.ms - a.ms).slice(0, 3);
    if (slowest.length > 0)
      problems.push(
        ...(await stopWhileBusy(
          attacker.service,
          assault.vendor,
          slowest.map(({ attack }) => attack),
        )),
      );
    return { outcomes: attacker.outcomes, problems };
  } finally {
    await attacker.close();
  }
}

async function fieldsOf({
  service,
  ground,
}: Attacker): Promise<{ worked: Field[]; doors: Field[]; missing: string[] }> {
  const { text } = await ask(service.url, { method: 'GET', path: '/openapi.json' }, 15_000);
  const worked = [...textFields, ...toolFields, ...storedFields(ground), ...replyFields];
  const { fields: doors, missing } = await doorFields(new OpenApiDocument(JSON.parse(text)), worked, ground);
  return { worked, doors, missing };
}

/** A plain text through every field: one that is refused would attack nothing but the door. */
async function warmUp(attacker: Attacker, worked: readonly Field[]): Promise<string[]> {
  const problems: string[] = [];
  for (const field of worked) {
    const { send } = attackOf(field, plainShape, 300, seeded(1)).begin(0);
    await send(async (request) => {
      const reply = await ask(attacker.service.url, request, limits.capMs);
      if (reply.status >= 400 && !workedOn.test(reply.text)) {
        problems.push(`${field.name}: a plain text is answered ${reply.status}: ${reply.text.slice(0, 300)}`);
      }
      return reply;
    });
  }
  return problems;
}

/** Attacks of about one size together; those that change what the vendor says alone. */
function groupsOf(attacks: readonly Attack[], isOnce: boolean): Attack[][] {
  const groups: Attack[][] = [];
  for (const attack of attacks) {
    const last = groups.at(-1);
    const first = last?.[0];
    const isTogether =
      last &&
      first &&
      !isOnce &&
      !first.isAlone &&
      !attack.isAlone &&
      last.length < atOnce(Math.max(first.bytes, attack.bytes));
    if (isTogether) last.push(attack);
    else groups.push([attack]);
  }
  return groups;
}

async function memoryProblems(attacker: Attacker, before: number | undefined): Promise<string[]> {
  if (before === undefined) return [];
  const limit = Math.round(before * memoryShare + memoryExtra);
  const until = Date.now() + idleMs;
  let now = attacker.service.memory() ?? 0;
  const high = now;
  while (now > limit && Date.now() < until) {
    await pause(1000);
    now = attacker.service.memory() ?? 0;
  }
  console.log(`memory: ${before} MB before, ${high} MB at the end, ${now} MB after idle time (at most ${limit} MB)`);
  return now > limit ? [`memory: ${now} MB after idle time, ${before} MB before`] : [];
}
