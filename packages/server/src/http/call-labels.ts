import { type CallLabels, isJsonObject } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { oneHeader } from './request-headers.ts';
import { userOf } from './user-of.ts';

const mostTags = 10;
const tagForm = /^[\p{L}\p{N}_.:/@+-]{1,64}$/u;
const mostPairs = 16;
const longest = { name: 64, value: 512, user: 255, header: 12_000 };

/**
 * How a caller labels a call: by the headers `x-parley-tags` and `x-parley-metadata`, and by `tags`, `metadata` and the user of the body. Throws for
 * headers that cannot be read; of a body its own schema has said what may stand there.
 */
export function labelsOf(request: FastifyRequest): CallLabels {
  return bodyLabels(request.body, headerTags(request), headerPairs(request));
}

/** How a body labels its call, with what headers say besides. */
export function bodyLabels(
  body: unknown,
  alsoTags: readonly string[] = [],
  alsoPairs: Readonly<Record<string, string>> = {},
): CallLabels {
  const { tags, metadata } = isJsonObject(body) ? body : {};
  const ofBody = isJsonObject(metadata) ? metadata : {};
  const { tags: listed, ...pairs } = ofBody;
  return {
    user_id: userOf(body)?.slice(0, longest.user) || null,
    tags: [...new Set([...alsoTags, ...fitting(tags), ...fitting(listed)])].slice(0, mostTags),
    metadata: { ...pairsOf(pairs), ...alsoPairs },
  };
}

function headerTags(request: FastifyRequest): string[] {
  const given = oneHeader(request, 'x-parley-tags');
  if (given === undefined) return [];
  const tags = given.split(',').map((tag) => decoded(tag.trim()));
  const isFine = tags.length <= mostTags && tags.every((tag) => tagForm.test(tag));
  if (!isFine)
    throw invalid(
      'x-parley-tags',
      `must be up to ${mostTags} tags with commas between them, each of up to 64 letters, figures and any of _.:/@+-`,
    );
  return tags;
}

function headerPairs(request: FastifyRequest): Record<string, string> {
  const given = oneHeader(request, 'x-parley-metadata');
  if (given === undefined) return {};
  const read = given.length > longest.header ? null : parsed(given);
  const pairs = pairsOf(read);
  const isFine = isJsonObject(read) && Object.keys(pairs).length === Object.keys(read).length;
  if (!isFine)
    throw invalid(
      'x-parley-metadata',
      `must be a JSON object of up to ${mostPairs} texts: names of up to ${longest.name}, values of up to ${longest.value} characters`,
    );
  return pairs;
}

/** Those of a list, or of a text with commas, that are tags. */
function fitting(tags: unknown): string[] {
  const list: unknown[] = typeof tags === 'string' ? tags.slice(0, 1000).split(',') : Array.isArray(tags) ? tags : [];
  return list.flatMap((tag) => (typeof tag === 'string' && tagForm.test(tag.trim()) ? [tag.trim()] : []));
}

function pairsOf(object: unknown): Record<string, string> {
  if (!isJsonObject(object)) return {};
  const pairs = Object.entries(object).filter(
    (pair): pair is [string, string] =>
      typeof pair[1] === 'string' &&
      pair[0].length <= longest.name &&
      pair[1].length <= longest.value &&
      pair[0] !== 'user_id',
  );
  return Object.fromEntries(pairs.slice(0, mostPairs));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const invalid = (param: string, must: string): AppError =>
  new AppError('invalid_request', `${param} ${must}`, { title: `${param} is not valid`, param });
