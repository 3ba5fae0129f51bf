import { Readable } from 'node:stream';
import { audioCalls as endpoints, type SpeechFormat, type TranscriptEvent } from '@parley/contract';
import { toPlainText, toTranscription, usageOf } from '../../../features/compatible/openai/audio/write-transcript.ts';
import type { SpeechService } from '../../../features/media/audio/speech-service.ts';
import type { Heard, TranscriptionService } from '../../../features/media/audio/transcription-service.ts';
import { AppError } from '../../../lib/app-error.ts';
import { openaiBody, statusIn, toAppError } from '../../error-reply.ts';
import { dataBlock, EventStream, RawReply, type Route, type RouteRequest, route } from '../../route.ts';
import { type AudioForm, withAudioForm } from './read-audio-form.ts';

export interface AudioParts {
  transcriptions: TranscriptionService;
  speech: SpeechService;
  /** Of an upload. */
  mostBytes: number;
}

const mediaTypes: Record<SpeechFormat, string> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

export function audioRoutes({ transcriptions, speech, mostBytes }: AudioParts): Route[] {
  const hear = <Reply>(
    { raw, call }: Pick<RouteRequest, 'raw' | 'call'>,
    isTranslated: boolean,
    reply: (heard: Heard, form: AudioForm) => Reply,
  ) =>
    withAudioForm(raw, { mostBytes, signal: call.signal }, async (form) => {
      if (isTranslated && form.isStreamed) {
        throw new AppError('invalid_request', 'stream must not be true for translations', { param: 'stream' });
      }
      return reply(await transcriptions.hear({ ...form.heard, isTranslated }, call), form);
    });
  return [
    route(endpoints.createTranscription, (request) =>
      hear(request, false, (heard, form) => (form.isStreamed ? transcriptStream(heard) : whole(heard, form, false))),
    ),
    route(endpoints.createTranslation, (request) => hear(request, true, (heard, form) => whole(heard, form, true))),
    route(endpoints.createSpeech, async ({ body, call }) => {
      const { format, model, sound } = await speech.say(body, call);
      const bytes = Readable.from(sound, { objectMode: false });
      const headers = { 'content-type': mediaTypes[format], 'x-parley-model': model };
      const until = new Promise<void>((resolve) => bytes.once('close', resolve));
      return new RawReply({ status: 200, headers, body: bytes, isKept: false, until });
    }),
  ];
}

function whole(heard: Heard, { heard: { wantsWords }, format, wantsSegments }: AudioForm, isTranslated: boolean) {
  if (format === 'json' || format === 'verbose_json') {
    return toTranscription(heard, { isVerbose: format === 'verbose_json', isTranslated, wantsWords, wantsSegments });
  }
  const type = format === 'vtt' ? 'text/vtt' : 'text/plain';
  const headers = { 'content-type': `${type}; charset=utf-8` };
  return new RawReply({ status: 200, headers, body: toPlainText(heard, format) });
}

/** A piece of the text for each stretch that was heard, then the whole. */
function transcriptStream(heard: Heard): EventStream<TranscriptEvent> {
  const { text, segments } = heard;
  const pieces =
    segments.length === 0 ? [text] : segments.map(({ text: said }, index) => (index === 0 ? said : ` ${said}`));
  const events: TranscriptEvent[] = [
    ...pieces.map((delta) => ({ type: 'transcript.text.delta' as const, delta })),
    { type: 'transcript.text.done', text, usage: usageOf(heard) },
  ];
  return new EventStream<TranscriptEvent>({
    events: Readable.from(events),
    format: (event, encode) => encode(event),
    formatError: (error, encode) => {
      const failure = toAppError(error);
      return encode({ type: 'error', ...openaiBody(failure, statusIn('openai', failure)) });
    },
    isTerminal: ({ type }) => type !== 'transcript.text.delta',
    encode: dataBlock,
  });
}
