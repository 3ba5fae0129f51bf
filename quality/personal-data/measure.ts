import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPersonalData, type PersonalDatum } from '@parley/personal-data';

// What a mask hides of the sentences here, by kind and language, and how long it takes.
//   node quality/personal-data/measure.ts [--half open|frozen] [--list]
// `--list` shows the mistakes of the open half; those of the frozen half are counted only.

interface Entity {
  kind: string;
  text: string;
  start: number;
  end: number;
}
interface Sentence {
  id: string;
  language: string;
  text: string;
  entities: Entity[];
}
interface Row {
  labelled: number;
  hidden: number;
  found: number;
  right: number;
}

const [isListed, half] = [
  process.argv.includes('--list'),
  process.argv[process.argv.indexOf('--half') + 1 || process.argv.length],
];
const all: Sentence[] = readFileSync(join(import.meta.dirname, 'sentences.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const isOpen = ({ id }: Sentence) => Number(id.slice(-3)) % 2 === 1;
const sentences = all.filter((one) => half === undefined || isOpen(one) === (half === 'open'));

/** Names of kinds in the sentences, where they are not those of the detector. */
const sameKind: Record<string, string> = {
  credit_card: 'card',
  postal_address: 'address',
  person: 'name',
  url_with_credentials: 'secret',
  passport: 'national_id',
};
const kindOf = (entity: Entity): string => sameKind[entity.kind] ?? entity.kind;

const rows = new Map<string, Row>();
function add(names: readonly string[], change: Partial<Row>): void {
  for (const name of names) {
    const row = rows.get(name) ?? { labelled: 0, hidden: 0, found: 0, right: 0 };
    for (const [key, more] of Object.entries(change)) row[key as keyof Row] += more;
    rows.set(name, row);
  }
}

/** Every letter and digit of it lies under a mask. */
const isHidden = (entity: Entity, found: readonly PersonalDatum[]): boolean => {
  for (let at = entity.start; at < entity.end; at++) {
    const isCovered = found.some(({ start, end }) => start <= at && at < end);
    if (!isCovered && /[\p{L}\p{N}]/u.test(entity.text[at - entity.start] ?? '')) return false;
  }
  return true;
};
const meets = (one: PersonalDatum, entity: Entity) => one.start < entity.end && entity.start < one.end;

const times: number[] = [];
let letters = 0;
for (const sentence of sentences) {
  const began = performance.now();
  const found = await findPersonalData(sentence.text);
  times.push(performance.now() - began);
  letters += sentence.text.length;
  const list = (what: string, kind: string, text: string) => {
    if (isListed && isOpen(sentence))
      console.log(`${sentence.id} ${what} ${kind}: ${text}\n    ${sentence.text.replaceAll('\n', ' ⏎ ')}`);
  };
  for (const entity of sentence.entities) {
    const hidden = isHidden(entity, found);
    add(['all', sentence.language, entity.kind], { labelled: 1, hidden: Number(hidden) });
    if (!hidden) list('not hidden', entity.kind, entity.text);
  }
  for (const one of found) {
    const met = sentence.entities.find((entity) => meets(one, entity));
    const names = ['all', sentence.language, met?.kind ?? labelOf(one.kind)];
    add(names, { found: 1, right: Number(met !== undefined) });
    const text = sentence.text.slice(one.start, one.end);
    if (met === undefined) list('nothing there', one.kind, text);
    else if (kindOf(met) !== one.kind) list(`as ${one.kind}`, met.kind, text);
  }
}

function labelOf(kind: string): string {
  return Object.keys(sameKind).find((name) => sameKind[name] === kind && name !== 'passport') ?? kind;
}

const share = (part: number, of: number) => (of === 0 ? '     –' : `${((100 * part) / of).toFixed(1).padStart(5)} %`);
console.log(`${sentences.length} sentences (${half ?? 'both halves'})\n`);
console.log('                      labelled  hidden whole     found  of them right');
for (const [name, { labelled, hidden, found, right }] of rows) {
  console.log(
    `${name.padEnd(22)}${String(labelled).padStart(8)}  ${share(hidden, labelled)} ${String(found).padStart(14)}        ${share(right, found)}`,
  );
}
times.sort((a, b) => a - b);
const at = (part: number) => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(2);
console.log(
  `\nTime of a sentence of ${Math.round(letters / sentences.length)} letters: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`,
);
