/**
 * How often a collection puts the right text first, for sets of questions as they are published: a file in the form of SQuAD (all its
 * paragraphs in one collection), or a folder with `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`.
 *
 *   node quality/retrieval/measure-sets.ts URL KEY PATH...
 */
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TextCollection } from './service.ts';

interface QuestionSet {
  texts: string[];
  /** With the numbers of the texts that are right, and of those that are neither right nor wrong, which are passed over. */
  questions: { text: string; right: Set<number>; unsure?: Set<number> }[];
}

const [, , base = 'http://127.0.0.1:8484', key = '', ...paths] = process.argv;
for (const path of paths) {
  const { texts, questions } = statSync(path).isDirectory() ? readFolder(path) : readSquad(path);
  const collection = await TextCollection.make({ base, key }, texts);
  for (const mode of ['lexical', 'semantic', 'hybrid']) {
    let first = 0;
    let slowest = 0;
    const startedAt = performance.now();
    for (const { text, right, unsure } of questions) {
      const askedAt = performance.now();
      const best = (await collection.search(text, mode)).find((number) => !unsure?.has(number));
      slowest = Math.max(slowest, performance.now() - askedAt);
      if (best !== undefined && right.has(best)) first++;
    }
    const mean = (performance.now() - startedAt) / questions.length;
    console.log(
      `${basename(path)}, ${texts.length} texts, ${questions.length} questions, ${mode}: ` +
        `first ${(first / questions.length).toFixed(3)}; ${mean.toFixed(0)} ms a question, the slowest ${slowest.toFixed(0)}`,
    );
  }
  await collection.delete();
}

function readSquad(path: string): QuestionSet {
  const { data }: { data: { paragraphs: { context: string; qas: { question: string }[] }[] }[] } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const paragraphs = data.flatMap((article) => article.paragraphs);
  return {
    texts: paragraphs.map(({ context }) => context),
    questions: paragraphs.flatMap(({ qas }, number) =>
      qas.map(({ question }) => ({ text: question, right: new Set([number]) })),
    ),
  };
}

function readFolder(path: string): QuestionSet {
  const all = readLines<{ _id: string; title: string; text: string }>(join(path, 'corpus.jsonl'));
  const corpus = all.filter(({ text }) => text.trim() !== '');
  const numbers = new Map(corpus.map(({ _id }, number) => [_id, number]));
  const graded = new Map<string, { right: Set<number>; unsure: Set<number> }>();
  for (const line of readFileSync(join(path, 'qrels.tsv'), 'utf8').trim().split('\n').slice(1)) {
    const [question = '', text = '', grade] = line.split('\t');
    const number = numbers.get(text);
    if (number === undefined) continue;
    const known = graded.get(question) ?? { right: new Set(), unsure: new Set() };
    (Number(grade) < 0 ? known.unsure : known.right).add(number);
    graded.set(question, known);
  }
  return {
    texts: corpus.map(({ title, text }) => (text.startsWith(title) ? text : `${title}\n\n${text}`)),
    questions: readLines<{ _id: string; text: string }>(join(path, 'queries.jsonl')).flatMap(({ _id, text }) => {
      const known = graded.get(_id);
      return known && known.right.size > 0 ? [{ text, ...known }] : [];
    }),
  };
}

function readLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
