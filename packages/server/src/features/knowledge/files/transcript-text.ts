import type { ReadDocument } from '@parley/documents';

/** Who heard what, as the transcriber gives it. Seconds. */
export interface HeardSpeech {
  /** `provider/model`. */
  model: string;
  text: string;
  language: string | null;
  seconds: number;
  /** In their order; empty where the transcriber tells no times. */
  segments: readonly { start: number; end: number; text: string }[];
  format: { name: string; mediaType: string };
}

/** A paragraph is at least so long, unless a pause ends it, and at most about this long. Seconds. */
const paragraph = { least: 20, most: 60, pause: 3 };
const previewCharacters = 500;

/** What was said as a file's text: paragraphs that begin with their time, and the place of every stretch that was heard. */
export function toTranscript(heard: HeardSpeech): ReadDocument {
  const { model, language, seconds, segments, format } = heard;
  const { text, times } = segments.length === 0 ? { text: heard.text, times: [] } : joined(segments);
  const isFilm = format.mediaType.startsWith('video/');
  const warnings: string[] = [];
  if (text === '') warnings.push('No speech was heard in it.');
  else if (times.length === 0) warnings.push(`${model} tells no times, so the text has none.`);
  return {
    kind: isFilm ? 'video' : 'audio',
    mediaType: format.mediaType,
    text,
    ...(times.length > 0 && { times }),
    pageStarts: [],
    pages: null,
    metadata: {
      format: format.name,
      duration_seconds: Math.round(seconds * 1000) / 1000,
      language,
      transcription_model: model,
      segment_count: segments.length,
      word_count: text === '' ? 0 : text.split(/\s+/).length - paragraphsOf(text),
      text_length: text.length,
      text_preview: text.slice(0, previewCharacters),
    },
    processingSummary: `${isFilm ? 'Video' : 'Sound'} of ${clock(seconds)}, ${text.length} characters heard by ${model}`,
    outline: [],
    tables: [],
    sheets: [],
    warnings,
  };
}

function joined(segments: HeardSpeech['segments']): Required<Pick<ReadDocument, 'text' | 'times'>> {
  const times: NonNullable<ReadDocument['times']> = [];
  const parts: string[] = [];
  let length = 0;
  let began = 0;
  let before = { end: 0, text: '' };
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  for (const { start, end, text } of segments) {
    const said = text.replace(/\s+/g, ' ').trim();
    if (said === '') continue;
    const isFirst = parts.length === 0;
    if (isFirst || endsParagraph({ began, start, before })) {
      if (!isFirst) add('\n\n');
      // The mark belongs to what it tells the time of.
      times.push({ at: length, seconds: start });
      add(`[${clock(start)}] `);
      began = start;
    } else {
      add(' ');
      times.push({ at: length, seconds: start });
    }
    add(said);
    before = { end, text: said };
  }
  return { text: parts.join(''), times };
}

function endsParagraph({
  began,
  start,
  before,
}: {
  began: number;
  start: number;
  before: { end: number; text: string };
}): boolean {
  const isWhole = /[.!?…。！？]["'”’»)]?$/.test(before.text);
  const lasts = start - began;
  return start - before.end >= paragraph.pause || lasts >= paragraph.most || (isWhole && lasts >= paragraph.least);
}

const paragraphsOf = (text: string): number => text.match(/^\[(?:\d+:)?\d\d:\d\d\] /gm)?.length ?? 0;

/** `03:07`, and with hours from one on. */
function clock(seconds: number): string {
  const all = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(all % 60)}`;
}
