/** What hears and speaks: name, what holds when it is not set, what it does. */
export const speechVariables: readonly [name: string, byDefault: string, meaning: string][] = [
  [
    'TRANSCRIPTION_MODEL',
    '`openai/whisper-1` where `OPENAI_API_KEY` is set',
    'What hears speech, as `provider/model`. See [audio](audio.md).',
  ],
  ['SPEECH_MODEL', '`openai/tts-1` where `OPENAI_API_KEY` is set', 'What says texts, as `provider/model`.'],
  ['AUDIO_MAX_MB', '25', 'The largest upload of speech, and the largest file of sound that is heard.'],
  ['AUDIO_MAX_MINUTES', '240', 'The longest sound that is heard, where the file says how long it is.'],
  ['DEEPGRAM_API_KEY', '', 'Deepgram.'],
  ['ELEVENLABS_API_KEY', '', 'ElevenLabs.'],
];
