import { isStopTerm, type PassageIndex } from '../passage-index.ts';
import type { KnownLanguage } from '../stop-words.ts';
import { SegmentDraft } from './segment-draft.ts';
import { plainTerm, termHash, type WordSegment } from './word-segment.ts';

/** The words of one file's passages. */
export interface IndexedFile {
  id: string;
  /** In the order of the text. */
  indexes: readonly PassageIndex[];
}

/** A segment of the files' passages, in the order given. */
export function buildSegment(files: readonly IndexedFile[]): WordSegment {
  const draft = new SegmentDraft();
  for (const { id, indexes } of files) {
    draft.beginFile(id);
    for (const index of indexes) addIndex(draft, index);
  }
  return draft.finish();
}

/** One segment of several, without the files that are no longer kept. */
export function mergeSegments(
  segments: readonly WordSegment[],
  keeps: (fileId: string, segment: number) => boolean,
): WordSegment {
  const draft = new SegmentDraft();
  for (const [number, segment] of segments.entries()) addSegment(draft, segment, (id) => keeps(id, number));
  return draft.finish();
}

function addIndex(draft: SegmentDraft, index: PassageIndex): void {
  const { language, vocabulary, words } = index;
  const numbers = new Int32Array(vocabulary.length).fill(-1);
  for (const [passage, { start, end }] of index.passages.entries()) {
    const bounds = index.bounds(passage);
    draft.beginPassage({ language, start, end, headingWords: bounds.body - bounds.heading });
    for (let at = bounds.heading; at < bounds.end; at++) {
      const word = words[at] ?? 0;
      let term = numbers[word] ?? -1;
      if (term < 0) {
        const text = vocabulary[word] ?? '';
        term = draft.term(termHash(language, text), text.length < 2 || isStopTerm(text, language) ? plainTerm : 0);
        numbers[word] = term;
      }
      draft.word(term);
    }
  }
}

function addSegment(draft: SegmentDraft, segment: WordSegment, keeps: (fileId: string) => boolean): void {
  const numbers = new Int32Array(segment.terms.length).fill(-1);
  const language = languageOfPassages(segment);
  let current = -1;
  let isKept = false;
  for (let passage = 0; passage < segment.passageFiles.length; passage++) {
    const file = segment.passageFiles[passage] ?? 0;
    if (file !== current) {
      current = file;
      const id = segment.files[file]?.id ?? '';
      isKept = keeps(id);
      if (isKept) draft.beginFile(id);
    }
    if (!isKept) continue;
    draft.beginPassage({
      language: language(passage),
      start: segment.passageStarts[passage] ?? 0,
      end: segment.passageEnds[passage] ?? 0,
      headingWords: segment.headingWords[passage] ?? 0,
    });
    for (let at = segment.wordStarts[passage] ?? 0; at < (segment.wordStarts[passage + 1] ?? 0); at++) {
      const word = segment.words[at] ?? 0;
      let term = numbers[word] ?? -1;
      if (term < 0) {
        term = draft.term(segment.terms[word] ?? 0, segment.marks[word] ?? 0);
        numbers[word] = term;
      }
      draft.word(term);
    }
  }
}

/** Segments keep how many passages a language has, in order; the draft keeps them in that order. */
function languageOfPassages({ languages }: WordSegment): (passage: number) => KnownLanguage | null {
  let run = 0;
  let end = languages[0]?.passages ?? 0;
  return (passage) => {
    while (passage >= end && run + 1 < languages.length) end += languages[++run]?.passages ?? 0;
    return languages[run]?.language ?? null;
  };
}
