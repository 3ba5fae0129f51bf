import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';

export interface FilePart {
  /** Of the part. */
  name: string;
  /** As the sender named it, without folders; `file` when it has no name. */
  filename: string;
  /** As the sender declared it. */
  mediaType: string;
  /** Must be read to its end, or the returned promise must reject. */
  body: Readable;
}

const maxFields = 50;
const maxFieldBytes = 100_000;
const maxFiles = 20;

/** True when the body is a form with parts. */
export function isMultipart(request: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
}

/**
 * Reads a form as it arrives: `take` gets the part `file` as a stream, the plain fields come back when the form has ended.
 * `taken` is null when there was no such part. Throws `invalid_request` for a broken form, and what `take` throws.
 */
export async function receiveForm<Taken>(
  request: FastifyRequest,
  take: (part: FilePart) => Promise<Taken>,
  isWanted: (name: string, taken: number) => boolean = isTheFile,
): Promise<{ taken: Taken | null; all: Taken[]; fields: Record<string, string> }> {
  const parser = openParser(request);
  const fields: Record<string, string> = {};
  const files: Promise<Taken>[] = [];
  const bodies: Readable[] = [];
  const source = request.raw;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      source.unpipe(parser);
      reject(error);
    };
    parser.on('field', (name, value) => {
      // A name with brackets stands for a list.
      const before = name.endsWith('[]') ? fields[name] : undefined;
      fields[name] = before === undefined ? value : `${before},${value}`;
    });
    parser.on('file', (name, body, filename, _encoding, mediaType) => {
      if (!isWanted(name, files.length)) {
        body.resume();
        return;
      }
      // A form that breaks off ends the part with an error, which `take` sees as well.
      body.on('error', () => {});
      bodies.push(body);
      const taken = take({ name, filename: baseName(filename), mediaType, body });
      files.push(taken);
      taken.catch((error: unknown) => {
        body.resume();
        fail(error);
      });
    });
    parser.on('error', (error) => fail(brokenForm(error)));
    parser.on('finish', () => Promise.all(files).then(() => resolve(), reject));
    source.on('close', () => {
      if (source.complete) return;
      const error = brokenForm(new Error('the connection ended before the form did'));
      for (const body of bodies) body.destroy(error);
      fail(error);
    });
    source.pipe(parser);
  });
  const all = await Promise.all(files);
  return { taken: all[0] ?? null, all, fields };
}

const isTheFile = (name: string, taken: number): boolean => name === 'file' && taken === 0;

function openParser(request: FastifyRequest): BusboyInstance {
  const contentType = request.headers['content-type'];
  if (!contentType || !isMultipart(request)) {
    throw new AppError('invalid_request', 'Send the file as multipart/form-data in a part named "file"', {
      title: 'file is required',
    });
  }
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: { fields: maxFields, fieldSize: maxFieldBytes, files: maxFiles },
    });
  } catch (error) {
    throw brokenForm(error);
  }
}

function brokenForm(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : 'it cannot be parsed';
  return new AppError('invalid_request', `The form cannot be read: ${reason}`, { cause });
}

/** Browsers write a quote or a line break in a name as its percent code, and nothing else. */
function baseName(filename: string | undefined): string {
  const name = filename
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/%22/g, '"')
    .replace(/%0[AD]/gi, ' ')
    .trim();
  return name || 'file';
}
