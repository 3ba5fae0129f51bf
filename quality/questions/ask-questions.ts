import { openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Asks a running service 176 questions about twelve ordinary files, 43 of which have no answer there, and counts what is
 * right (the answer or the true passage is shown), wrong, missed and rightly declined. Every file and question is invented.
 *
 *     BASE_URL=http://127.0.0.1:8484 API_KEY=… node quality/questions/ask-questions.ts [--all]
 */
interface Question {
  file: string;
  question: string;
  /** Any of them is right; with `all`, each of them must be there. Absent for what the file does not say. */
  accept?: string[];
  all?: boolean;
}

interface Reply {
  answer?: string;
  short_answer?: string;
  sources?: unknown[];
  code?: string;
  error?: string;
}

const base = process.env.BASE_URL ?? 'http://127.0.0.1:8484';
const headers = { authorization: `Bearer ${process.env.API_KEY ?? ''}` };
const showAll = process.argv.includes('--all');
const mostWaits = 60;

const questions: Question[] = readFileSync(join(import.meta.dirname, 'questions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const ids = new Map<string, string>();
for (const name of readdirSync(join(import.meta.dirname, 'files'))) ids.set(name, await upload(name));

const counts = { right: 0, shown: 0, wrong: 0, missed: 0, declined: 0 };
for (const asked of questions) {
  const reply = await ask(asked);
  const verdict = judge(asked, reply);
  counts[verdict] += 1;
  if (showAll || verdict === 'wrong') {
    console.log(
      `${verdict.padEnd(9)}${asked.file}  ${asked.question}  →  ${JSON.stringify(reply.answer ?? reply.error).slice(0, 240)}`,
    );
  }
}
const answerable = questions.filter(({ accept }) => accept !== undefined).length;
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
console.log(counts);
console.log(
  `wrong ${percent(counts.wrong, questions.length)}, right or shown ${percent(counts.right + counts.shown, answerable)} of what has an answer`,
);

async function upload(name: string): Promise<string> {
  const form = new FormData();
  form.set('file', await openAsBlob(join(import.meta.dirname, 'files', name)), name);
  const response = await fetch(`${base}/v1/files/upload`, { method: 'POST', headers, body: form });
  const file: { file_id: string; status: string } = JSON.parse(await response.text());
  for (let wait = 0; wait < mostWaits && file.status === 'processing'; wait += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    Object.assign(file, await (await fetch(`${base}/v1/files/${file.file_id}`, { headers })).json());
  }
  if (file.status !== 'ready') throw new Error(`${name} did not become ready: ${JSON.stringify(file).slice(0, 300)}`);
  return file.file_id;
}

async function ask({ question, file }: Question): Promise<Reply> {
  const response = await fetch(`${base}/v1/answer`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: question, file_ids: [ids.get(file)] }),
  });
  return JSON.parse(await response.text());
}

function judge({ accept, all }: Question, reply: Reply): keyof typeof counts {
  const isDeclined = reply.answer === undefined || reply.sources?.length === 0 || reply.code !== undefined;
  if (accept === undefined) return isDeclined ? 'declined' : 'wrong';
  const text = `${reply.short_answer ?? ''} | ${reply.answer}`;
  const found = all === true ? accept.every((value) => holds(text, value)) : accept.some((value) => holds(text, value));
  if (isDeclined) return found ? 'shown' : 'missed';
  return found ? 'right' : 'wrong';
}

/** Whether a text holds a value: not as part of a longer number. */
function holds(text: string, value: string): boolean {
  const [plain, wanted] = [normal(text), normal(value)];
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    const before = /\d[.,]?$/.test(plain.slice(Math.max(0, at - 2), at)) && /^\d/.test(wanted);
    const after = /^\d/.test(plain.slice(at + wanted.length)) && /\d$/.test(wanted);
    if (!before && !after) return true;
  }
  return false;
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/(?<=\d)[,\u00a0\u202f ](?=\d{3}\b)/g, '')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/\s+/g, ' ');
}
