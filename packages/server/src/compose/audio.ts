import type { ProviderWishes } from '@parley/contract';
import type { SpeechHearing } from '../features/knowledge/files/file-hearing.ts';
import { audioFormatOf } from '../features/media/audio/audio-format.ts';
import { SpeechEngines } from '../features/media/audio/speech-engines.ts';
import { SpeechService } from '../features/media/audio/speech-service.ts';
import { TranscriptionService } from '../features/media/audio/transcription-service.ts';
import { audioPrices } from '../features/money/billing/audio-prices.ts';
import { audioRoutes } from '../http/routes/audio/audio-routes.ts';
import type { NamedEngines } from './named-engines.ts';
import type { Platform } from './platform.ts';

/** What hears speech and says texts. */
export function composeAudio(
  { config }: Platform,
  { engines, permit }: { engines: NamedEngines; permit(name: string, wishes: ProviderWishes | null | undefined): void },
) {
  const { transcription, speech, audioBytes, audioSeconds: mostSeconds } = config.models;
  const pricesOf = (name: string) => audioPrices(name, engines.priced);
  const transcriptions = new TranscriptionService({
    engines: new SpeechEngines({
      usual: transcription,
      setting: 'TRANSCRIPTION_MODEL',
      create: (name) => engines.transcriber(name, transcription),
    }),
    pricesOf,
    mostSeconds,
    inTurn: engines.inTurn,
  });
  const speaking = new SpeechService({
    engines: new SpeechEngines({
      usual: speech,
      setting: 'SPEECH_MODEL',
      create: (name) => engines.speaker(name, speech),
    }),
    pricesOf,
    permit,
    inTurn: engines.inTurn,
  });
  /** For files, with the usual engine. */
  const hearing: SpeechHearing = {
    isSound: (head) => audioFormatOf(Buffer.from(head), head.length) !== null,
    hear: (request, paying) => transcriptions.hear({ ...request, ...plainly }, paying),
  };
  return { hearing, routes: audioRoutes({ transcriptions, speech: speaking, mostBytes: audioBytes }) };
}

const plainly = {
  ...{ model: null, language: null, prompt: null, temperature: null },
  ...{ isTranslated: false, wantsTimes: false, wantsWords: false },
};
