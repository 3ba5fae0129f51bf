import { readFileSync } from 'node:fs';
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

/** Questions about paragraphs of articles, from the files that `answerInputs` lists. */
export const readQuestions = (folder: string): KnownQuestion[] =>
  ['xquad.en', 'xquad.es', 'xquad.de', 'squad2'].flatMap((name) =>
    readSquad(path.join(folder, 'qa', `${name}.json`), name),
  );

function readSquad(file: string, name: string): KnownQuestion[] {
  const parsed: SquadFile = JSON.parse(readFileSync(file, 'utf8'));
  return parsed.data.flatMap(({ title, paragraphs }) =>
    paragraphs.flatMap(({ context, qas }) =>
      qas.map(({ question, answers }) => ({
        group: title,
        set: name,
        question,
        context,
        answers: [...new Set(answers.map((answer) => answer.text))],
      })),
    ),
  );
}
