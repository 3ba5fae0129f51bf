import type { TranscriptFormat, Transcription } from '@parley/contract';
import { inPieces } from '../../../../lib/in-pieces.ts';
import type { Heard } from '../../../media/audio/transcription-service.ts';

/** What was heard, as OpenAI's formats have it. */
export function toTranscription(
  heard: Heard,
  { isVerbose, isTranslated, wantsWords, wantsSegments }: Wanted,
): Transcription {
  const { text, model, language, seconds, segments, words } = heard;
  return {
    text,
    model,
    usage: usageOf(heard),
    ...(isVerbose && {
      task: isTranslated ? 'translate' : 'transcribe',
      language,
      duration: seconds,
      ...(wantsSegments && { segments: segments.map((segment, id) => ({ id, ...segment })) }),
      ...(wantsWords && { words }),
    }),
  };
}

export interface Wanted {
  isVerbose: boolean;
  isTranslated: boolean;
  wantsWords: boolean;
  wantsSegments: boolean;
}

export function usageOf({ usage, seconds }: Heard): Transcription['usage'] {
  if (usage === null) return { type: 'duration', seconds };
  const { inputTokens, outputTokens } = usage;
  return {
    type: 'tokens',
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

/** As JSON: hours of words are written a piece at a time. */
export async function writeTranscription({ segments, words, ...rest }: Transcription): Promise<string> {
  const lists = [
    ...(segments === undefined ? [] : [`"segments":[${await listed(segments)}]`]),
    ...(words === undefined ? [] : [`"words":[${await listed(words)}]`]),
  ];
  return [JSON.stringify(rest).slice(0, -1), ...lists].join(',').concat('}');
}

const listed = async (items: readonly object[]): Promise<string> =>
  (await inPieces(items, (item) => JSON.stringify(item))).join(',');

/** The same as plain text: what is said, or subtitles. */
export async function toPlainText(
  { text, segments }: Heard,
  format: Extract<TranscriptFormat, 'text' | 'srt' | 'vtt'>,
): Promise<string> {
  if (format === 'text') return `${text}\n`;
  const pieces = await inPieces(segments, ({ start, end, text: said }, index) => {
    const times = `${timeOf(start, format)} --> ${timeOf(end, format)}`;
    return format === 'srt' ? `${index + 1}\n${times}\n${said}\n` : `${times}\n${said}\n`;
  });
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${pieces.join('\n')}\n`;
}

function timeOf(seconds: number, format: 'srt' | 'vtt'): string {
  const all = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = String(all % 1000).padStart(3, '0');
  return `${two(all / 3_600_000)}:${two((all / 60_000) % 60)}:${two((all / 1000) % 60)}${format === 'srt' ? ',' : '.'}${rest}`;
}
