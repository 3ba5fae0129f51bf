import { scoreTexts, sentencesOf } from '@parley/text';

const maxText = 200_000;

/** The sentences of a page that fit a question best, best first. */
export function bestSentences(text: string, question: string, count: number): string[] {
  return ranked(text, question)
    .slice(0, count)
    .map((entry) => entry.text);
}

/** A short text out of the page's own sentences, in reading order. */
export function leadingSentences(text: string, question: string, maxCharacters: number): string {
  const chosen: { text: string; index: number }[] = [];
  let length = 0;
  for (const entry of ranked(text, question)) {
    if (length + entry.text.length + 1 > maxCharacters) continue;
    chosen.push(entry);
    length += entry.text.length + 1;
    if (chosen.length >= 5) break;
  }
  return chosen
    .sort((left, right) => left.index - right.index)
    .map((entry) => entry.text)
    .join(' ');
}

function ranked(text: string, question: string): { text: string; index: number }[] {
  const sentences = sentencesOf(text.slice(0, maxText)).filter((sentence) => sentence.text.length >= 30);
  const scores = scoreTexts(
    question,
    sentences.map((sentence) => sentence.text),
  );
  return sentences
    .map((sentence, index) => ({ text: sentence.text, index, score: scores[index] ?? 0 }))
    .filter((entry) => entry.score > 0)
    .sort((left, right) => right.score - left.score);
}
