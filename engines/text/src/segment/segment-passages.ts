import type { KnownLanguage } from '../stop-words.ts';
import { SegmentDraft } from './segment-draft.ts';
import { plainTerm, type WordSegment } from './word-segment.ts';

/** A passage with its words, as a segment holds it. */
export interface SegmentPassage {
  fileId: string;
  language: KnownLanguage | null;
  /** In the text of its file (UTF-16, end exclusive). */
  start: number;
  end: number;
  /** In the order of the text; headings come first. */
  words: readonly PassageWord[];
  /** How many of the words are headings'. */
  headingWords: number;
}

export interface PassageWord {
  /** `termHash` of the word. */
  hash: number;
  /** Whether it says little by itself. */
  isPlain: boolean;
}

/** The passages of a segment in their order, to be written elsewhere. */
export function* passagesOf(segment: WordSegment): Generator<SegmentPassage> {
  let run = 0;
  let runEnd = segment.languages[0]?.passages ?? 0;
  for (let passage = 0; passage < segment.passageFiles.length; passage++) {
    while (passage >= runEnd && run + 1 < segment.languages.length) runEnd += segment.languages[++run]?.passages ?? 0;
    const words: PassageWord[] = [];
    for (let at = segment.wordStarts[passage] ?? 0; at < (segment.wordStarts[passage + 1] ?? 0); at++) {
      const term = segment.words[at] ?? 0;
      words.push({ hash: segment.terms[term] ?? 0, isPlain: ((segment.marks[term] ?? 0) & plainTerm) !== 0 });
    }
    yield {
      fileId: segment.files[segment.passageFiles[passage] ?? 0]?.id ?? '',
      language: segment.languages[run]?.language ?? null,
      start: segment.passageStarts[passage] ?? 0,
      end: segment.passageEnds[passage] ?? 0,
      words,
      headingWords: segment.headingWords[passage] ?? 0,
    };
  }
}

/** A segment of passages, those of one file beside each other. */
export function segmentOf(passages: Iterable<SegmentPassage>): WordSegment {
  const draft = new SegmentDraft();
  let current: string | null = null;
  for (const { fileId, words, ...passage } of passages) {
    if (fileId !== current) draft.beginFile(fileId);
    current = fileId;
    draft.beginPassage(passage);
    for (const { hash, isPlain } of words) draft.word(draft.term(hash, isPlain ? plainTerm : 0));
  }
  return draft.finish();
}
