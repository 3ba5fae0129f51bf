import { firstWords, wordCount } from '../conversation/apply-instructions.ts';
import type { Instructions } from '../conversation/read-instructions.ts';
import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { guessLanguage } from '../text/function-words.ts';
import { phrasesOf } from '../text/phrases.ts';
import { type Material, readMaterial, type Sentence } from './read-material.ts';

const asks =
  /\b(?:summar(?:y|i[sz]e|i[sz]ing)|sum up|tl;?dr|key points|main (?:points|ideas?)|gist|overview of|recap|in a nutshell|condense\b|abstract of|resum(?:e|en|ir|a)\b|resúmen|zusammenfass\w*|fasse?\b.{0,200}\bzusammen|résum\w+|riassum\w*)|总结|概括|摘要|\bwhat (?:is|are) (?:this|the|these|that) (?:text|document|file|article|passage|message|files|documents)s? about\b/iu;

export const asksForSummary = (question: string): boolean => asks.test(question);

const defaultSentences = 3;

/** The sentences that say most of what the texts say, in their own order and without repeating each other. */
export function summarise(documents: PromptDocument[], instructions: Instructions): ReaderReply {
  const language = guessLanguage(documents.map((document) => document.text.slice(0, 600)).join(' '));
  const material = readMaterial(documents, language);
  const sentences = material.sentences.filter((sentence) => !sentence.isHeading && sentence.stems.size > 1);
  if (sentences.length === 0)
    return {
      text: phrasesOf(instructions.language ?? language).nothingToSummarise,
      reasoning: 'There was no text.',
      sources: [],
    };
  const chosen = choose(sentences, material, instructions).sort((a, b) => a.index - b.index);
  const texts = chosen.map(({ document, start, end }) =>
    (documents[document]?.text.slice(start, end) ?? '').replace(/\s+/g, ' '),
  );
  const limit = instructions.maxWords;
  const isList =
    instructions.layout === 'bullets' || instructions.layout === 'numbered' || instructions.points !== undefined;
  const joined = isList
    ? texts
        .map((text, index) => (instructions.layout === 'numbered' ? `${index + 1}. ${text}` : `- ${text}`))
        .join('\n')
    : texts.join(language === 'zh' ? '' : ' ');
  return {
    text: limit !== undefined && wordCount(joined) > limit ? firstWords(joined, limit) : joined,
    reasoning: `Chose ${chosen.length} of ${sentences.length} sentences: those that share most with the rest, without repetition.`,
    sources: chosen.map(({ document, start, end }) => ({ document, start, end })),
  };
}

function choose(sentences: Sentence[], material: Material, instructions: Instructions): Sentence[] {
  const worth = new Map(sentences.map((sentence) => [sentence, worthOf(sentence, sentences, material)]));
  const wanted =
    instructions.points ??
    instructions.maxSentences ??
    (instructions.maxWords === undefined ? (instructions.isBrief ? 1 : defaultSentences) : sentences.length);
  const chosen: Sentence[] = [];
  const said = new Map<string, number>();
  let words = 0;
  while (chosen.length < wanted) {
    let best: { sentence: Sentence; score: number } | undefined;
    for (const sentence of sentences) {
      if (chosen.includes(sentence)) continue;
      if (
        instructions.maxWords !== undefined &&
        chosen.length > 0 &&
        words + sentence.tokens.length > instructions.maxWords
      )
        continue;
      let repeated = 0;
      for (const stem of sentence.stems) repeated += said.has(stem) ? 1 : 0;
      const score = (worth.get(sentence) ?? 0) * (1 - 0.8 * (repeated / sentence.stems.size));
      if (score > (best?.score ?? 0)) best = { sentence, score };
    }
    if (!best) break;
    chosen.push(best.sentence);
    words += wordCount(best.sentence.tokens.map((token) => token.text).join(' '));
    for (const stem of best.sentence.stems) said.set(stem, 1);
    if (instructions.maxWords !== undefined && words >= instructions.maxWords * 0.85) break;
  }
  return chosen;
}

/** Average weight of a sentence's words in the whole text; the first sentences of a text count more, very short and long ones less. */
function worthOf(sentence: Sentence, sentences: Sentence[], { frequencies, sentences: all }: Material): number {
  let sum = 0;
  for (const stem of sentence.stems) {
    const count = frequencies.get(stem) ?? 0;
    if (count > 1) sum += count / Math.sqrt(all.length);
  }
  const first = sentences.find((other) => other.document === sentence.document && other.section === sentence.section);
  const position = sentence.index - (first?.index ?? 0);
  const length = sentence.tokens.length;
  const shape = length < 6 ? 0.4 : length > 45 ? 0.7 : 1;
  return (0.2 + sum / (sentence.stems.size + 3)) * shape * (position === 0 ? 1.6 : position === 1 ? 1.15 : 1);
}
