import { detectLanguage } from '@parley/text';
import type { JsonObject } from '../json-value.ts';
import type { OutlineEntry } from './read-document.ts';

const previewCharacters = 500;
const languageSample = 4000;
const outlineLimit = 1000;
const longestHeading = 1000;

// Scripts written without spaces count one word a character.
const word = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Khmr}\p{sc=Laoo}\p{sc=Mymr}]|[\p{L}\p{N}\p{M}]+/gu;

export function countWords(text: string): number {
  let count = 0;
  word.lastIndex = 0;
  while (word.test(text)) count++;
  return count;
}

/** The metadata of every kind of document that is mainly text. */
export function textFacts(text: string, outline: OutlineEntry[]): JsonObject {
  return {
    character_count: text.length,
    line_count: text === '' ? 0 : text.split(/\r\n|\r|\n/).length - (/[\r\n]$/.test(text) ? 1 : 0),
    word_count: countWords(text),
    language: languageOf(text),
    outline: outline.map(({ title, level, page }) => ({ title, level, page })),
    preview: text.slice(0, previewCharacters),
  };
}

/** ISO 639-1 code, null when the text is too short or of no language. */
function languageOf(text: string): string | null {
  const sample = text.slice(0, languageSample).replace(/https?:\S+|[|#*_`>\d-]+/g, ' ');
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < 12) return null;
  return detectLanguage(sample);
}

/** The headings of a Markdown text, those inside code left out. */
export function markdownOutline(text: string, pageOf: (offset: number) => number | null = () => null): OutlineEntry[] {
  const outline: OutlineEntry[] = [];
  let fence: string | null = null;
  let offset = 0;
  for (const line of text.split('\n')) {
    const at = offset;
    offset += line.length + 1;
    if (line.length > longestHeading || outline.length >= outlineLimit) continue;
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3);
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (fence === mark) fence = null;
      continue;
    }
    const heading = fence === null ? /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line) : null;
    const [, marks = '', title = ''] = heading ?? [];
    const plain = title
      .replace(/(?<!#)#+\s*$/, '')
      .replace(/\*\*|__|`/g, '')
      .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
      .trim();
    if (plain !== '') outline.push({ title: plain, level: marks.length, page: pageOf(at), offset: at });
  }
  return outline;
}
