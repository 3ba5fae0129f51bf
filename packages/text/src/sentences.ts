export interface Sentence {
  text: string;
  /** UTF-16 positions in the text. */
  start: number;
  end: number;
}

/** A full stop after these does not end a sentence. */
const abbreviations =
  /(?:^|[\s(])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gen|Col|Lt|Sen|Rep|Gov|Rev|Hon|vs|etc|e\.g|i\.e|cf|al|ca|approx|Inc|Ltd|Co|Corp|No|Nr|Vol|Fig|pp?|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|bzw|usw|z\.B|d\.h|u\.a|M|Mme|Sra?)\.$/;

const segmenters = new Map<string, Intl.Segmenter>();

/** The sentences of a text. A line break between blocks always ends one, an abbreviation does not. */
export function sentencesOf(text: string, language = 'en'): Sentence[] {
  const sentences: Sentence[] = [];
  for (const block of text.matchAll(/[^\n]+/g)) {
    let start = block.index;
    const end = block.index + block[0].length;
    let carried = start;
    for (const { segment, index } of segmenter(language).segment(block[0])) {
      const stop = block.index + index + segment.length;
      const piece = text.slice(carried, stop).trimEnd();
      if (stop < end && (abbreviations.test(piece) || /^[a-z\d([]/.test(text.slice(stop, stop + 1)))) continue;
      add(sentences, text, carried, stop);
      carried = stop;
      start = stop;
    }
    if (start < end) add(sentences, text, carried, end);
  }
  return sentences;
}

function add(sentences: Sentence[], text: string, start: number, end: number): void {
  const raw = text.slice(start, end);
  const trimmed = raw.trim();
  if (trimmed === '') return;
  const from = start + raw.indexOf(trimmed);
  sentences.push({ text: trimmed, start: from, end: from + trimmed.length });
}

function segmenter(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const made = makeSegmenter(language);
  segmenters.set(language, made);
  return made;
}

function makeSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    // Pages declare languages that do not exist.
    return new Intl.Segmenter('en', { granularity: 'sentence' });
  }
}
