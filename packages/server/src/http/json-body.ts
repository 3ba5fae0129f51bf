import type { FastifyInstance } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { mayHoldHalves, wellFormed } from '../lib/well-formed.ts';
import { findExcess } from './find-excess.ts';

const maxDepth = 512;
/** What is parsed and checked in some 100 ms; texts count as one value however long they are. */
const maxValues = 300_000;
const largeBody = 500_000;

/**
 * Reads JSON bodies as Fastify does, keys that would change an object's prototype removed. Its search for them costs as much
 * as the parsing; a text that holds neither such a key nor an escape that could spell one needs no search. Halves of letters that stand
 * alone, which no UTF-8 can say, are U+FFFD from here on.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parseWithCare = app.getDefaultJsonParser('remove', 'ignore');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, given, finish) => {
    const text = given.toString();
    const done: typeof finish = (error, body) =>
      error || body === undefined || !mayHoldHalves(text) ? finish(error, body) : finish(null, wellFormed(body));
    // Some clients name the type on every request, also on those without a body.
    if (text === '') return done(null, undefined);
    if (request.headers['idempotency-key'] !== undefined) request.bodyText = text;
    // Of 10 MB each step takes 20 to 60 ms, and what follows as long again; others are served in between.
    const next = (step: () => void) => (text.length > largeBody ? setImmediate(step) : step());
    const measure = () => {
      const excess = findExcess(text, { depth: maxDepth, values: maxValues });
      if (excess) done(excess.of === 'depth' ? tooDeep() : tooMany(excess.field));
      else next(choose);
    };
    const choose = () => {
      const isPlain = !/__proto__|\\u00/.test(text);
      next(isPlain ? parse : () => parseWithCare(request, text, done));
    };
    const parse = () => {
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch (cause) {
        // It knows more forms than `JSON.parse`.
        return parseWithCare(request, text, (error, read) => (error ? done(notJson(cause)) : done(null, read)));
      }
      next(() => done(null, body));
    };
    next(measure);
  });
}

/** Says where reading ended, without the piece of the body that V8 puts behind it: what is said here goes to logs, too. */
function notJson(cause: unknown): AppError {
  const said = cause instanceof Error ? cause.message : '';
  const [place = ''] = said.split(/, (?:\.{3})?"/, 1);
  return new AppError(
    'invalid_json',
    `The request body is not valid JSON: ${place}. Names and texts stand in double quotes, which a shell may have taken away.`,
  );
}

const tooMany = (field: string): AppError =>
  new AppError('invalid_request', `${field || 'The body'} holds more than ${maxValues} values. Send fewer.`);

const tooDeep = (): AppError =>
  new AppError('invalid_json', `The body nests deeper than ${maxDepth} levels. Send a flatter one.`);
