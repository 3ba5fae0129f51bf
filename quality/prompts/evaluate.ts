import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../acceptance/free-port.ts';
import { startService } from '../../acceptance/start-service.ts';
import { askEvaluation, readQuestions, readRecordings } from './ask-evaluation.ts';
import { RecordedVendor } from './recorded-vendor.ts';
import { scoreReplies } from './score-replies.ts';

/**
 * Measures the prompts: 60 questions over ten documents, with answers, partial answers, conflicts, absences and planted
 * orders, scored for truth, citations and refusals. Without a vendor recorded replies are played:
 *
 *     npm run evaluate
 *     BASE_URL=https://… API_KEY=… MODEL=… npm run evaluate [-- --record]
 *
 * `PROMPTS_DIR` puts other prompts in place of the product's; `--record` keeps what the vendor says as the recordings.
 */
const { BASE_URL: baseUrl, API_KEY: apiKey = '', MODEL: model = 'recorded', PROMPTS_DIR: promptsDir } = process.env;
const isRecording = process.argv.includes('--record');
const own: Record<string, string> = promptsDir === undefined ? {} : { PROMPTS_DIR: promptsDir };
const root = join(import.meta.dirname, '../..');

const questions = readQuestions();
const replies = readRecordings(questions);
const vendor = new RecordedVendor({ replies, ...(baseUrl !== undefined && { forward: { baseUrl, apiKey } }) });
const vendorUrl = await vendor.start();
const service = await startService(join(root, 'packages/server/src/main.ts'), await freePort(), {
  env: { PARLEY_MODEL: `openai/${model}`, OPENAI_BASE_URL: vendorUrl, OPENAI_API_KEY: apiKey || 'none', ...own },
});
try {
  const score = scoreReplies(questions, await askEvaluation(service, questions));
  const share = (value: number) => `${(100 * value).toFixed(1)} %`.padStart(9);
  console.log(`Replies: ${baseUrl === undefined ? 'recorded' : `${model} at ${new URL(baseUrl).host}`}`);
  console.log(`Prompts: ${promptVersions()}`);
  console.log('kind      questions     truth  precision    recall');
  for (const { kind, questions: count, truth, precision, recall } of score.kinds) {
    console.log(`${kind.padEnd(10)}${String(count).padStart(9)} ${share(truth)}  ${share(precision)} ${share(recall)}`);
  }
  const { right, of, wrong } = score.refusals;
  console.log(`declined: ${right} of ${of} without an answer, ${wrong} with one`);
  console.log(`marks and figures that no passage carries, taken out or told: ${score.ungrounded}`);
  console.log(`not true: ${score.untrue.join(', ') || 'none'}`);
  if (isRecording && baseUrl !== undefined) {
    const byId = Object.fromEntries(questions.map(({ id, question }) => [id, replies.get(question) ?? '']));
    writeFileSync(join(import.meta.dirname, 'recordings.json'), `${JSON.stringify(byId, null, 2)}\n`);
  }
} finally {
  await service.stop();
  await vendor.stop();
}

/** Names and versions of the prompts that answer from documents. */
function promptVersions(): string {
  const text = execFileSync(process.execPath, [join(root, 'tools/list-prompts.ts'), '--versions'], {
    env: { ...process.env, ...own },
  }).toString();
  const versions: Record<string, string> = JSON.parse(text);
  return ['grounded-answer', 'material'].map((name) => `${name} ${versions[name]}`).join(', ');
}
