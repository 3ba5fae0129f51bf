import type { ReaderReply } from '../reader-reply.ts';
import type { Phrases } from '../text/phrases.ts';
import { isSort } from './asked-nouns.ts';
import type { Inquiry } from './inquiry.ts';
import type { NearPassage } from './near-passages.ts';

const mostNames = 3;

const placesOf = (names: string[]): string[] =>
  names.length > mostNames ? [...names.slice(0, mostNames), `+${names.length - mostNames}`] : names;

/** Says that the texts do not tell, what was looked through, which words stand nowhere in them, and what stands near. */
export function notInText(inquiry: Inquiry, phrases: Phrases, near: readonly NearPassage[]): ReaderReply {
  const { question, evidence, material, anywhere } = inquiry;
  if (material.documents.every(({ filename, text }) => filename === 'collections' && text === ''))
    return { text: phrases.notInCollections, reasoning: 'The collections hold nothing on it.', sources: [] };
  const files = material.documents.filter(({ speaker }) => speaker === undefined).map(({ filename }) => filename);
  const names = files.filter((name) => name !== 'context');
  const read = new Set(material.sentences.map(({ document }) => material.documents[document]?.filename));
  const unread = phrases.noText(placesOf(names.filter((name) => !read.has(name))));
  if (material.sentences.length === 0)
    return { text: unread, reasoning: 'There is no sentence to look at.', sources: [] };
  const absent = evidence.terms
    .filter(
      ({ token }, index) =>
        (anywhere[index] ?? 0) === 0 &&
        /^(?:NOUN|PROPN|NUM|X)$/.test(question.tags[token] ?? '') &&
        !isSort.test(question.tokens[token]?.lower ?? ''),
    )
    .map(({ token }) => question.tokens[token]?.text ?? '');
  const hasNear = near.length > 0;
  const notThere = phrases.notInText({
    places: placesOf(names.filter((name) => read.has(name))),
    sentences: material.sentences.length,
    absent: absent.slice(0, mostNames),
    hasNear,
  });
  const declined = names.every((name) => read.has(name)) ? notThere : `${notThere} ${unread}`;
  const quotes = near.map(({ document, quote }) =>
    phrases.near({ quote, ...(names.length > 1 && { name: material.documents[document]?.filename ?? '' }) }),
  );
  return {
    text: hasNear ? [declined, phrases.nearLead, ...quotes].join('\n') : declined,
    reasoning: 'No passage is likely enough to answer.',
    sources: [],
    ...(hasNear && { near: near.map(({ document, start, end, score }) => ({ document, start, end, score })) }),
  };
}
