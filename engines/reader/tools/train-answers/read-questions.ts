import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A question with its text and every wording of the answer that counts as right; none when the text does not say. */
export interface KnownQuestion {
  /** Questions of one group (an article) are never split between learning and testing. */
  group: string;
  set: string;
  question: string;
  context: string;
  answers: string[];
}

interface SquadFile {
  data: {
    title: string;
    paragraphs: { context: string; qas: { question: string; answers: { text: string }[] }[] }[];
  }[];
}

interface MultihopItem {
  question: string;
  answer: string;
  title_a: string;
  para_a: string[];
  title_b: string;
  para_b: string[];
  distractors: [string, string[]][];
}

/** Reads SQuAD-shaped files, questions over two documents, and short passages with known answers. */
export function readQuestions(folder: string): KnownQuestion[] {
  const squad = ['xquad.en', 'xquad.es', 'xquad.de', 'xquad.zh', 'squad2'].flatMap((name) =>
    readSquad(path.join(folder, 'qa', `${name}.json`), name),
  );
  return [
    ...squad,
    ...readMultihop(path.join(folder, 'qa', 'multihop.json')),
    ...readPassages(path.join(folder, 'retrieval', 'nq')),
  ];
}

function readSquad(file: string, name: string): KnownQuestion[] {
  if (!existsSync(file)) return [];
  const parsed: SquadFile = JSON.parse(readFileSync(file, 'utf8'));
  return parsed.data.flatMap(({ title, paragraphs }) =>
    paragraphs.flatMap(({ context, qas }) =>
      qas.map(({ question, answers }) => ({
        group: title,
        set: name.replace('xquad.', ''),
        question,
        context,
        answers: [...new Set(answers.map((answer) => answer.text))],
      })),
    ),
  );
}

function readMultihop(file: string): KnownQuestion[] {
  if (!existsSync(file)) return [];
  const items: MultihopItem[] = JSON.parse(readFileSync(file, 'utf8'));
  return items.map((item, index) => {
    const parts: [string, string[]][] = [
      [item.title_a, item.para_a],
      [item.title_b, item.para_b],
      ...item.distractors.map(([title, text]): [string, string[]] => [title, text]),
    ];
    parts.sort((one, other) => (one[0] < other[0] ? -1 : 1));
    const context = parts.map(([title, sentences]) => `# ${title}\n\n${sentences.join('').trim()}`).join('\n\n');
    return { group: `multihop ${index}`, set: 'multihop', question: item.question, context, answers: [item.answer] };
  });
}

function readPassages(folder: string): KnownQuestion[] {
  if (!existsSync(path.join(folder, 'corpus.jsonl'))) return [];
  const lines = (name: string): string[] =>
    readFileSync(path.join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
  const texts = new Map<string, string>(
    lines('corpus.jsonl').map((line) => [JSON.parse(line)._id, JSON.parse(line).text]),
  );
  const passageOf = new Map<string, string>(
    lines('qrels.tsv')
      .slice(1)
      .map((line) => [line.split('\t')[0] ?? '', line.split('\t')[1] ?? '']),
  );
  return lines('queries.jsonl').flatMap((line) => {
    const { _id: id, text, answers }: { _id: string; text: string; answers: string[] } = JSON.parse(line);
    const passage = passageOf.get(id) ?? '';
    const context = texts.get(passage);
    return context === undefined ? [] : [{ group: `passage ${passage}`, set: 'nq', question: text, context, answers }];
  });
}

const articles: Record<string, RegExp> = {
  en: /\b(?:a|an|the)\b/g,
  es: /\b(?:un|una|unos|unas|el|la|los|las)\b/g,
  de: /\b(?:ein|eine|einen|einem|eines|einer|der|die|das|den|dem|des)\b/g,
};

/** Words as the usual measure of answers counts them: lower case, no marks, no articles. */
export function answerWords(text: string, language: string): string[] {
  let plain = text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\p{P}\p{S}]/gu, language === 'en' ? '' : ' ');
  plain = plain.replace(articles[language] ?? /$^/, ' ');
  if (language === 'zh') plain = plain.replace(/(\p{Script=Han})/gu, ' $1 ');
  return plain.split(/\s+/).filter((word) => word !== '');
}
