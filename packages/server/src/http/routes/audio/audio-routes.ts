import { Readable } from 'node:stream';
import { audioCalls as endpoints, type SpeechFormat, type TranscriptEvent } from '@parley/contract';
import {
  toPlainText,
  toTranscription,
  usageOf,
  writeTranscription,
} from '../../../features/compatible/openai/audio/write-transcript.ts';
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
    reply: (heard: Heard, form: AudioForm) => Reply | Promise<Reply>,
  ) =>
    withAudioForm(raw, { mostBytes, signal: call.signal }, async (form) => {
      if (isTranslated && form.isStreamed) {
        throw new AppError('invalid_request', 'stream must not be true for translations', { param: 'stream' });
      }
      return await reply(await transcriptions.hear({ ...form.heard, isTranslated }, call), form);
    });
  return [
    route(endpoints.createTranscription, (request) =>
      hear(request, false, async (heard, form) =>
        form.isStreamed ? transcriptStream(heard) : await whole(heard, form, false),
      ),
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

/** Lists of more are written a piece at a time. */
const longList = 2000;

async function whole(heard: Heard, { heard: { wantsWords }, format, wantsSegments }: AudioForm, isTranslated: boolean) {
  if (format === 'json' || format === 'verbose_json') {
    const wanted = { isVerbose: format === 'verbose_json', isTranslated, wantsWords, wantsSegments };
    const transcription = toTranscription(heard, wanted);
    if (Math.max(heard.words.length, heard.segments.length) <= longList) return transcription;
    const json = { 'content-type': 'application/json; charset=utf-8' };
    return new RawReply({ status: 200, headers: json, body: await writeTranscription(transcription) });
  }
  const type = format === 'vtt' ? 'text/vtt' : 'text/plain';
  const headers = { 'content-type': `${type}; charset=utf-8` };
  return new RawReply({ status: 200, headers, body: await toPlainText(heard, format) });
}

/** A piece of the text for each stretch that was heard, then the whole. */
function transcriptStream(heard: Heard): EventStream<TranscriptEvent> {
  const { text, segments } = heard;
  function* events(): Generator<TranscriptEvent> {
    if (segments.length === 0) yield { type: 'transcript.text.delta', delta: text };
    for (const [index, { text: said }] of segments.entries()) {
      yield { type: 'transcript.text.delta', delta: index === 0 ? said : ` ${said}` };
    }
    yield { type: 'transcript.text.done', text, usage: usageOf(heard) };
  }
  return new EventStream<TranscriptEvent>({
    events: Readable.from(events()),
    format: (event, encode) => encode(event),
    formatError: (error, encode) => {
      const failure = toAppError(error);
      return encode({ type: 'error', ...openaiBody(failure, statusIn('openai', failure)) });
    },
    isTerminal: ({ type }) => type !== 'transcript.text.delta',
    encode: dataBlock,
  });
}
