import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { engineWishes } from '../routing/routing-fields.ts';
import { openaiTag, optional } from './openai-fields.ts';

/** What an upload of speech may take at most, whatever the operator allows. */
export const mostAudioBytes = 1024 * 1024 * 1024;

const AudioModel = (setting: string) =>
  Type.String({
    minLength: 1,
    maxLength: 300,
    description: `\`provider/model\`, or the name alone of a model of the default's provider. Default: \`${setting}\`.`,
  });

export const transcriptFormats = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

const audioFields = {
  file: Type.String({
    format: 'binary',
    description:
      'MP3, MP4, M4A, MPEG, WAV, WebM, OGG, FLAC or AAC, up to `AUDIO_MAX_MB`. The content decides, not the name.',
  }),
  model: Type.Optional(AudioModel('TRANSCRIPTION_MODEL')),
  prompt: Type.Optional(Type.String({ maxLength: 10_000, description: 'Words that are likely in it.' })),
  response_format: Type.Optional(Type.Enum(transcriptFormats, { description: 'Default `json`.' })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
};

const Segment = Type.Object({
  id: Type.Integer(),
  start: Type.Number({ description: 'Seconds.' }),
  end: Type.Number(),
  text: Type.String(),
});
const Word = Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() });

export const Transcription = Type.Object(
  {
    text: Type.String(),
    model: Type.String({ description: 'What heard it: `provider/model`.' }),
    usage: Type.Union([
      Type.Object({ type: Type.Literal('duration'), seconds: Type.Number() }),
      Type.Object({
        type: Type.Literal('tokens'),
        input_tokens: Type.Integer(),
        output_tokens: Type.Integer(),
        total_tokens: Type.Integer(),
      }),
    ]),
    task: Type.Optional(Type.Enum(['transcribe', 'translate'])),
    language: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'As the vendor names it.' })),
    duration: Type.Optional(Type.Number({ description: 'Seconds.' })),
    segments: Type.Optional(Type.Array(Segment)),
    words: Type.Optional(Type.Array(Word)),
  },
  { $id: 'Transcription', description: 'From `task` on with `verbose_json` alone.' },
);
export type Transcription = Static<typeof Transcription>;

export const TranscriptEvent = Type.Union(
  [
    Type.Object({ type: Type.Literal('transcript.text.delta'), delta: Type.String() }),
    Type.Object({
      type: Type.Literal('transcript.text.done'),
      text: Type.String(),
      usage: Transcription.properties.usage,
    }),
    Type.Object({
      type: Type.Literal('error'),
      error: Type.Object({
        message: Type.String(),
        type: Type.String(),
        param: Type.Union([Type.String(), Type.Null()]),
        code: Type.String(),
      }),
    }),
  ],
  { $id: 'TranscriptEvent' },
);
export type TranscriptEvent = Static<typeof TranscriptEvent>;

export const speechFormats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpeechFormat = (typeof speechFormats)[number];

export const SpeechRequest = Type.Object(
  {
    model: optional(AudioModel('SPEECH_MODEL')),
    input: Type.String({ minLength: 1, maxLength: 100_000, pattern: '\\S', description: 'What is said.' }),
    voice: Type.Union(
      [
        Type.String({ minLength: 1, maxLength: 200 }),
        Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
      ],
      {
        description: "By the vendor's names, such as `alloy`.",
      },
    ),
    instructions: optional(Type.String({ maxLength: 10_000, description: 'How it is said, where the model can.' })),
    response_format: optional(Type.Enum(speechFormats, { description: 'Default `mp3`; those that the vendor has.' })),
    speed: optional(Type.Number({ minimum: 0.25, maximum: 4 })),
    ...engineWishes,
    stream_format: optional(
      Type.Enum(['audio'], { description: 'The bytes come as they are made; `sse` is refused.' }),
    ),
  },
  { $id: 'SpeechRequest' },
);
export type SpeechRequest = Static<typeof SpeechRequest>;

/** JSON, or plain text for `text`, `srt` and `vtt`. */
const HeardText = Type.Union([Transcription, Type.String()]);
const common = { auth: 'media', tag: openaiTag, errorShape: 'openai' } as const;
const notConfigured = 'with nothing connected, 503 `model_not_configured` says what to set.';

export const audioCalls = {
  createTranscription: endpoint({
    ...common,
    id: 'createTranscription',
    method: 'POST',
    path: '/v1/audio/transcriptions',
    summary: "OpenAI's transcriptions: speech to text",
    description: `Heard by \`TRANSCRIPTION_MODEL\`; ${notConfigured} \`text\`, \`srt\` and \`vtt\` answer with plain text.`,
    otherBodies: {
      'multipart/form-data': Type.Object({
        ...audioFields,
        language: Type.Optional(Type.String({ maxLength: 20, description: 'ISO 639-1, such as `de`.' })),
        'timestamp_granularities[]': Type.Optional(Type.Array(Type.Enum(['word', 'segment']))),
        stream: Type.Optional(Type.Boolean({ description: 'Events of text, with `json` or `text`.' })),
      }),
    },
    bodyLimit: mostAudioBytes,
    responses: { 200: HeardText },
    event: TranscriptEvent,
  }),
  createTranslation: endpoint({
    ...common,
    id: 'createTranslation',
    method: 'POST',
    path: '/v1/audio/translations',
    summary: "OpenAI's translations: speech to English text",
    description: `Heard by \`TRANSCRIPTION_MODEL\`, whose vendor must have \`/audio/translations\`; ${notConfigured}`,
    otherBodies: { 'multipart/form-data': Type.Object(audioFields) },
    bodyLimit: mostAudioBytes,
    responses: { 200: HeardText },
  }),
  createSpeech: endpoint({
    ...common,
    id: 'createSpeech',
    method: 'POST',
    path: '/v1/audio/speech',
    summary: "OpenAI's speech: text to sound",
    description: `Said by \`SPEECH_MODEL\` and sent as it comes; ${notConfigured}`,
    body: SpeechRequest,
    contentType: 'audio/mpeg',
    responses: { 200: null },
    example: { model: 'openai/tts-1', input: 'The train leaves at noon.', voice: 'alloy' },
  }),
};
