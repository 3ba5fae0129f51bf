import type { GuardCheck } from '@parley/contract';
import { compileFinder, SchemaError } from '@parley/json-schema';
import { findPersonalData, preparePersonalData } from '@parley/personal-data';
import { giveWay } from '@parley/text';
import { AppError } from '../../../lib/app-error.ts';
import { compileGivenSchema } from '../../../lib/given-schema.ts';
import { wordFinder } from './find-words.ts';
import type { Finding, FindPlaces } from './finding.ts';

/** How a guard finds out: by places in the text, by asking somebody, or by the whole reply. */
export type CompiledCheck =
  | PlacesCheck
  | { by: 'verdict'; check: Extract<GuardCheck, { type: 'webhook' | 'judge' | 'topics' }> }
  | { by: 'whole'; problem: (text: string) => string | null };

const pieceLength = 4000;
const overlap = 500;

/** `given`: what it was made of, for a thread that makes it once more. */
export interface PlacesCheck {
  by: 'places';
  find: FindPlaces;
  given: GuardCheck;
}

/** Makes a check ready. Throws `invalid_request` for a pattern or schema that cannot be used. */
export function compileCheck(check: GuardCheck): CompiledCheck {
  switch (check.type) {
    case 'patterns':
      return { by: 'places', given: check, find: patternFinder(check.patterns, check.ignore_case === true) };
    case 'words':
      return { by: 'places', given: check, find: wordFinder(check.words) };
    case 'personal_data':
      // Beforehand, so that the first call does not wait; where it fails, that call says why.
      preparePersonalData().catch(() => undefined);
      return {
        by: 'places',
        given: check,
        find: (text) => findPersonalData(text, { ...(check.kinds && { kinds: check.kinds }), onPiece: giveWay() }),
      };
    case 'webhook':
    case 'judge':
      return { by: 'verdict', check };
    case 'topics':
      if (!check.allowed && !check.denied) throw invalid('check', 'name topics in allowed or in denied');
      return { by: 'verdict', check };
    case 'schema': {
      const schema = compileGivenSchema(check.schema, { field: 'check.schema' });
      return { by: 'whole', problem: (text) => schemaProblem(text, (value) => schema.validate(value)) };
    }
  }
}

function patternFinder(patterns: readonly string[], ignoreCase: boolean): FindPlaces {
  const finders = patterns.map((source, index) => {
    try {
      return compileFinder(source, { ignoreCase });
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      throw invalid(`check.patterns[${index}]`, error.message);
    }
  });
  return async (text) => {
    const pause = giveWay();
    const found: Finding[] = [];
    for (let from = 0; from < text.length; from += pieceLength) {
      const start = Math.max(0, from - overlap);
      const piece = text.slice(start, from + pieceLength + overlap);
      for (const find of finders) {
        for (const place of find(piece)) {
          const at = start + place.start;
          if (at >= from && at < from + pieceLength) found.push({ start: at, end: start + place.end, kind: 'pattern' });
        }
        await pause();
      }
    }
    found.sort((one, other) => one.start - other.start || other.end - one.end);
    return found.filter((place, i) => i === 0 || place.start >= (found[i - 1]?.end ?? 0));
  };
}

function schemaProblem(text: string, validate: (value: unknown) => readonly unknown[]): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  return validate(value).length > 0 ? 'it does not satisfy the schema' : null;
}

const invalid = (param: string, message: string): AppError =>
  new AppError('invalid_request', `${param}: ${message}`, { title: `${param} is not valid`, param });
