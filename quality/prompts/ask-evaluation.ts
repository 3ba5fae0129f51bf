import { openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvaluationQuestion, EvaluationReply } from './score-replies.ts';

const folder = import.meta.dirname;

/** The 60 questions over the ten documents beside this file; all of it is invented. */
export function readQuestions(): EvaluationQuestion[] {
  const lines = readFileSync(join(folder, 'questions.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** The recorded replies by the text of their question. */
export function readRecordings(questions: readonly EvaluationQuestion[]): Map<string, string> {
  const byId: Record<string, string> = JSON.parse(readFileSync(join(folder, 'recordings.json'), 'utf8'));
  return new Map(questions.map(({ id, question }) => [question, byId[id] ?? '']));
}

/** Uploads the documents and asks every question of all of them. */
export async function askEvaluation(
  target: { base: string; key: string },
  questions: readonly EvaluationQuestion[],
): Promise<Map<string, EvaluationReply>> {
  const headers = { authorization: `Bearer ${target.key}` };
  const fileIds: string[] = [];
  for (const name of readdirSync(join(folder, 'documents')).sort()) {
    const form = new FormData();
    form.set('file', await openAsBlob(join(folder, 'documents', name)), name);
    const response = await fetch(`${target.base}/v1/files/upload`, { method: 'POST', headers, body: form });
    const file: { file_id?: string; status?: string } = JSON.parse(await response.text());
    if (file.file_id === undefined || file.status === 'failed') throw new Error(`${name} could not be uploaded`);
    fileIds.push(file.file_id);
  }
  const replies = new Map<string, EvaluationReply>();
  for (const { id, question } of questions) {
    const response = await fetch(`${target.base}/v1/answer`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: question, file_ids: fileIds, temperature: 0 }),
    });
    const reply: { answer?: string; sources?: { quote: string }[]; ungrounded?: unknown[]; message?: string } =
      JSON.parse(await response.text());
    if (!response.ok) process.stderr.write(`${id}: ${response.status} ${reply.message}\n`);
    const { answer = '', sources = [], ungrounded = [] } = reply;
    replies.set(id, { answer, sources, ungrounded: ungrounded.length });
  }
  return replies;
}
