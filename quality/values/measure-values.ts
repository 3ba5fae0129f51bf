// Asks for values that documents hold and for values that they lack, over HTTP, and counts what is right, wrong, missing and
// made up. Documents of ten kinds are written by seeded templates; two of five templates of each kind are held back: nobody
// looks at what goes wrong in them, they are only counted.
//   npm run test:values [-- --seed 1] [--show] [--kind NAME]     BASE_URL and API_KEY name a running service; else one is started
import { parseArgs } from 'node:util';
import { startService } from '../../acceptance/start-service.ts';
import { type Judgement, judgeReply, type Reply, valueAt } from './judge-values.ts';
import { makeCases, type ValueCase } from './make-cases.ts';

const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
    kind: { type: 'string' },
  },
});
const started = process.env.BASE_URL
  ? undefined
  : await startService('packages/server/src/main.ts', 18_000 + (process.pid % 2000));
const base = process.env.BASE_URL ?? started?.base ?? '';
const headers = { authorization: `Bearer ${process.env.API_KEY ?? started?.key ?? ''}` };

const counts = { tuned: newCount(), heldBack: newCount() };
let refused = 0;
const cases = makeCases(Number(flags.seed)).filter(({ kind }) => flags.kind === undefined || kind === flags.kind);
for (const each of cases) {
  const fileId = await upload(each);
  const reply = await ask(each, fileId);
  if (reply.data === undefined) refused += 1;
  const count = each.template.heldBack ? counts.heldBack : counts.tuned;
  for (const { pointer, value, judgement } of judgeReply(each.expected, reply)) {
    count[judgement] += 1;
    if (flags.show && !each.template.heldBack && judgement !== 'right' && judgement !== 'absent')
      console.log(
        `${judgement.padEnd(14)} ${each.filename} ${pointer}: ${JSON.stringify(valueAt(reply.data, pointer))}, right is ${JSON.stringify(value)}${reply.error ? ` (${reply.error} ${reply.details})` : ''}`,
      );
  }
}
await started?.stop();
for (const [name, count] of Object.entries(counts)) {
  const wrong = count.wrong + count['without source'];
  const present = count.right + wrong + count.missing;
  const absent = count.absent + count['made up'];
  console.log(
    `${name === 'tuned' ? 'open templates' : 'held-back templates'}: ${count.right} of ${present} present values right with their source (${((100 * count.right) / Math.max(1, present)).toFixed(1)} %), ${wrong} wrong, ${count.missing} missing; ${count['made up']} of ${absent} absent values made up`,
  );
}
console.log(
  `${cases.length} documents, ${refused} refused, ${counts.tuned['without source'] + counts.heldBack['without source']} right values without their source (counted as wrong)`,
);
const isGood = Object.values(counts).every(
  (count) =>
    count['made up'] === 0 &&
    count.right >= 0.9 * (count.right + count.wrong + count['without source'] + count.missing),
);
process.exitCode = isGood ? 0 : 1;

function newCount(): Record<Judgement, number> {
  return { right: 0, wrong: 0, 'without source': 0, missing: 0, 'made up': 0, absent: 0 };
}

async function upload({ filename, content }: ValueCase): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), filename);
  const reply = await fetch(`${base}/v1/files/upload`, {
    method: 'POST',
    headers,
    body: form,
    signal: AbortSignal.timeout(60_000),
  });
  const body: { file_id: string } = JSON.parse(await reply.text());
  if (!reply.ok) throw new Error(`${filename}: ${JSON.stringify(body)}`);
  return body.file_id;
}

async function ask({ schema, responseFormat }: ValueCase, fileId: string): Promise<Reply> {
  const reply = await fetch(`${base}/v1/answer`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: schema.query, file_ids: [fileId], response_format: responseFormat }),
    signal: AbortSignal.timeout(60_000),
  });
  return JSON.parse(await reply.text());
}
