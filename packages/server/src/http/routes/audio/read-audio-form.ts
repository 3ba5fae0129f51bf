import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type TranscriptFormat, transcriptFormats } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { HeardRequest } from '../../../features/media/audio/transcription-service.ts';
import { AppError } from '../../../lib/app-error.ts';
import { limitBytes, payloadTooLarge } from '../../../lib/size-limit.ts';
import { temporaryFile } from '../../../lib/temporary.ts';
import { type FilePart, receiveForm } from '../../multipart.ts';

export interface AudioForm {
  heard: Omit<HeardRequest, 'isTranslated'>;
  format: TranscriptFormat;
  isStreamed: boolean;
  wantsSegments: boolean;
}

/** Takes the form of a transcription; its file goes to the disk as it comes, and is gone when `use` has ended. */
export async function withAudioForm<Result>(
  raw: FastifyRequest,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal },
  use: (form: AudioForm) => Promise<Result>,
): Promise<Result> {
  // The form is longer than the file in it.
  if (Number(raw.headers['content-length']) > mostBytes + formBytes) throw payloadTooLarge(mostBytes);
  const path = temporaryFile('audio');
  const spool = async ({ body, filename }: FilePart) => {
    await pipeline(limitBytes(body, mostBytes, signal), createWriteStream(path, { mode: 0o600 }));
    return filename;
  };
  try {
    const { taken, fields } = await receiveForm(raw, spool);
    if (taken === null) throw invalid('file', 'is required: send the sound in a part of this name');
    return await use(readFields(fields, path, taken));
  } finally {
    await rm(path, { force: true });
  }
}

const formBytes = 1024 * 1024;
const longestPrompt = 10_000;

function readFields(fields: Readonly<Record<string, string>>, path: string, filename: string): AudioForm {
  const format = transcriptFormats.find((known) => known === (fields.response_format?.trim() || 'json'));
  if (format === undefined) throw invalid('response_format', `must be one of ${transcriptFormats.join(', ')}`);
  const temperature = numberOf(fields.temperature);
  const language = fields.language?.trim() || null;
  if (language !== null && !/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(language)) {
    throw invalid('language', 'must be a code such as de');
  }
  const { prompt } = fields;
  if (prompt !== undefined && prompt.length > longestPrompt)
    throw invalid('prompt', `has more than ${longestPrompt} characters`);
  const asked = (fields['timestamp_granularities[]'] ?? fields.timestamp_granularities ?? '')
    .split(',')
    .map((name) => name.trim());
  const wantsWords = asked.includes('word');
  if (wantsWords && format !== 'verbose_json')
    throw invalid('timestamp_granularities', 'needs response_format verbose_json');
  const isStreamed = fields.stream?.trim() === 'true';
  if (isStreamed && format !== 'json' && format !== 'text')
    throw invalid('stream', 'needs response_format json or text');
  const wantsTimes = format === 'srt' || format === 'vtt' || format === 'verbose_json';
  const model = fields.model?.trim() || null;
  return {
    heard: { path, filename, model, language, prompt: prompt || null, temperature, wantsTimes, wantsWords },
    format,
    isStreamed,
    wantsSegments: !wantsWords || asked.includes('segment'),
  };
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0 && value <= 1) return value;
  throw invalid('temperature', 'must be a number from 0 to 1');
}

const invalid = (param: string, problem: string): AppError =>
  new AppError('invalid_request', `${param} ${problem}`, { title: `${param} is not valid`, param });
