import { createOpenAIImage, imageForms as endpoints, mostImageBytes, type OpenAIImageRequest } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { OpenAIImageService } from '../../../features/compatible/openai/images/openai-image-service.ts';
import { AppError } from '../../../lib/app-error.ts';
import { limitBytes } from '../../../lib/size-limit.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import type { ImageSource } from '../../../ports/image-model.ts';
import { type FilePart, receiveForm } from '../../multipart.ts';
import { type Route, type RouteRequest, route } from '../../route.ts';
import { validatorOf } from '../../validation.ts';

const mostImages = 16;
const fieldNames = [
  'prompt',
  'model',
  'n',
  'size',
  'response_format',
  'output_format',
  'quality',
  'background',
  'moderation',
];

/** Pictures made of pictures, which come in forms. */
export function imageFormRoutes({ images }: { images: OpenAIImageService }): Route[] {
  // What the fields may hold is said once, by the schema of generations.
  const validator = validatorOf(createOpenAIImage);
  const make = async ({ raw, call }: Pick<RouteRequest, 'raw' | 'call'>, does: ImageSource['does']) => {
    const { source, fields } = await readForm(raw, call, does);
    if (fields.stream?.trim() === 'true')
      throw invalid('stream', 'must not be true here: pictures come when they are done');
    const given = fieldNames.flatMap((name) => {
      const value = fields[name]?.trim();
      if (value === undefined || value === '') return [];
      return [[name, name === 'n' ? Number(value) : value]];
    });
    const body = { ...Object.fromEntries(given), ...(does === 'variation' && { prompt: 'a variation' }) };
    // The validator has just checked it.
    return images.create(validator.check('body', body) as OpenAIImageRequest, call, source);
  };
  return [
    route(endpoints.createImageEdit, (request) => make(request, 'edit')),
    route(endpoints.createImageVariation, (request) => make(request, 'variation')),
  ];
}

async function readForm(raw: FastifyRequest, call: EdgeCall, does: ImageSource['does']) {
  let leftBytes = mostImageBytes;
  const read = async ({ name, body }: FilePart) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of limitBytes(body, leftBytes, call.signal)) {
      leftBytes -= chunk.length;
      chunks.push(chunk);
    }
    return { name, bytes: Buffer.concat(chunks) };
  };
  const isWanted = (name: string) => /^(?:image(?:\[\]|\[\d{1,2}\])?|mask)$/.test(name);
  const { all, fields } = await receiveForm(raw, read, isWanted);
  const given = all.filter(({ name }) => name !== 'mask').map(({ bytes }) => bytes);
  if (given.length === 0) throw invalid('image', 'is required: send the picture in a part of this name');
  const most = does === 'edit' ? mostImages : 1;
  if (given.length > most) throw invalid('image', `may stand at most ${most} times`);
  const mask = all.find(({ name }) => name === 'mask')?.bytes ?? null;
  const source: ImageSource = { does, images: given, mask: does === 'edit' ? mask : null };
  return { source, fields };
}

const invalid = (param: string, problem: string): AppError =>
  new AppError('invalid_request', `${param} ${problem}`, { title: `${param} is not valid`, param });
