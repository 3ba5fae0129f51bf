import { SpeechEngines } from '../features/media/audio/speech-engines.ts';
import { SpeechService } from '../features/media/audio/speech-service.ts';
import { TranscriptionService } from '../features/media/audio/transcription-service.ts';
import { audioPrices } from '../features/money/billing/audio-prices.ts';
import type { PricedProvider } from '../features/money/billing/engine-prices.ts';
import { audioRoutes } from '../http/routes/audio/audio-routes.ts';
import type { UpstreamClient } from '../outbound/model-http/upstream-client.ts';
import { modelVendors } from '../vendors/model-vendors.ts';
import type { Platform } from './platform.ts';

/** What hears speech and says texts. */
export function composeAudio(
  { config }: Platform,
  { client, priced }: { client: UpstreamClient; priced: readonly PricedProvider[] },
) {
  const { providers, timeouts, transcription, speech, audioBytes } = config.models;
  const find = (name: string, usual: string | null) => {
    const slash = name.indexOf('/');
    const provider = providers.find(({ id }) => id === name.slice(0, slash));
    if (provider === undefined || slash === name.length - 1) return null;
    // Nobody may name models of a local server that nobody asked for.
    if (provider.access === 'usual-address' && name !== usual) return null;
    return { provider, model: name.slice(slash + 1), vendor: modelVendors[provider.type] };
  };
  const parts = { client, timeouts };
  const transcriptions = new TranscriptionService({
    engines: new SpeechEngines({
      usual: transcription,
      setting: 'TRANSCRIPTION_MODEL',
      create: (name) => {
        const found = find(name, transcription);
        return found?.vendor.createTranscriber?.(found.model, found.provider, parts) ?? null;
      },
    }),
    pricesOf: (name) => audioPrices(name, priced),
  });
  const speaking = new SpeechService({
    engines: new SpeechEngines({
      usual: speech,
      setting: 'SPEECH_MODEL',
      create: (name) => {
        const found = find(name, speech);
        return found?.vendor.createSpeaker?.(found.model, found.provider, parts) ?? null;
      },
    }),
    pricesOf: (name) => audioPrices(name, priced),
  });
  return { transcriptions, routes: audioRoutes({ transcriptions, speech: speaking, mostBytes: audioBytes }) };
}
