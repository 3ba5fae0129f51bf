import { isJsonObject, type JsonValue } from '@parley/contract';
import { convert } from '@parley/text';
import { writeDate } from './date-mentions.ts';
import type { ReadRequest } from './find-mentions.ts';
import type { Mention, MentionKind } from './mention.ts';
import { namedUnit } from './named-units.ts';
import { matchOptions } from './option-match.ts';
import type { Parameter } from './parameter.ts';

/** A value that a parameter could be given. */
export interface Candidate {
  value: JsonValue;
  mention: Mention | null;
  /** How the value came from the mention. */
  how: string;
}

const textKinds = new Set(['quoted', 'name', 'code', 'email', 'url', 'phrase', 'word', 'date', 'time', 'number']);

const formats: Record<string, RegExp> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/,
  time: /^\d{2}:\d{2}/,
  email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
  uri: /^[a-z][a-z\d+.-]*:\S+$/i,
  url: /^[a-z][a-z\d+.-]*:\S+$/i,
};

/** What tells its kind by its form fills a text only where the parameter says that it is of this kind, or holds texts of any. */
const rolesOfForms: Partial<Record<MentionKind, readonly string[]>> = {
  date: ['date', 'time', 'year', 'duration', 'content', 'title', 'name:from', 'name:to'],
  time: ['date', 'time', 'duration', 'content', 'name:from', 'name:to'],
  email: ['email', 'person', 'group', 'content', 'name:id', 'name:from', 'name:to'],
  url: ['url', 'path', 'content', 'name:id', 'name:from', 'name:to'],
};

const mostForms = 100;

function mayTake(
  { type, schema, roles, description }: Parameter,
  { start, end, kind }: Mention,
  request: ReadRequest,
): boolean {
  if (
    type === 'string' &&
    kind !== 'email' &&
    (roles.has('name:email') || /\be-?mail (?:address|id)\b/i.test(description))
  )
    return false;
  if (
    type === 'string' &&
    kind !== 'number' &&
    isNumbered.test(description) &&
    !/\d/.test(request.text.slice(start, end))
  )
    return false;
  if ((type !== 'string' && type !== 'array') || schema.format !== undefined || schema.pattern !== undefined)
    return true;
  const isSaid = (role: string) => roles.has(role) || roles.has(`name:${role}`) || roles.has(`text:${role}`);
  return formsIn(request).every(
    (form) => start < form.start || form.end < end || (rolesOfForms[form.kind] ?? []).some(isSaid),
  );
}

/** "The number of the order" has digits. */
const isNumbered = /^(?:the )?(?:\p{L}+ ){0,2}number of\b/iu;

const formsBefore = new WeakMap<Mention[], Mention[]>();

/** Dates, times and addresses of a request, which are few. */
function formsIn({ mentions }: ReadRequest): Mention[] {
  const known = formsBefore.get(mentions) ?? mentions.filter(({ kind }) => kind in rolesOfForms).slice(0, mostForms);
  formsBefore.set(mentions, known);
  return known;
}

/** All values of a request that fit a parameter's type and format. */
export function candidatesFor(parameter: Parameter, request: ReadRequest): Candidate[] {
  const format = formats[String(parameter.schema.format)];
  const found = candidatesOfType(parameter, request).filter(
    ({ mention }) => mention === null || mayTake(parameter, mention, request),
  );
  return format === undefined ? found : found.filter(({ value }) => typeof value !== 'string' || format.test(value));
}

function candidatesOfType(parameter: Parameter, request: ReadRequest): Candidate[] {
  switch (parameter.type) {
    case 'boolean':
      return [
        { value: true, mention: null, how: 'true' },
        { value: false, mention: null, how: 'false' },
      ];
    case 'integer':
    case 'number':
      return numbers(parameter, request);
    case 'array':
      return lists(parameter, request);
    case 'object':
      return [];
    case 'string':
    case 'any':
      return texts(parameter, request);
  }
}

function numbers(parameter: Parameter, request: ReadRequest): Candidate[] {
  const found: Candidate[] = [];
  for (const mention of request.mentions) {
    if (mention.kind !== 'number') continue;
    const { value } = mention;
    if (typeof value !== 'number') continue;
    const add = (number: number, how: string): void => {
      if (parameter.type !== 'integer' || Number.isInteger(number)) found.push({ value: number, mention, how });
    };
    add(value, 'plain');
    if (mention.unit === 'percent') add(Number((value / 100).toPrecision(12)), 'fraction');
    const from = namedUnit(mention.unit);
    const to = parameter.units.find((unit) => unit.dimension === from?.dimension);
    if (from && to && to.name !== from.name && from.dimension !== 'money') add(convert(value, from, to), 'converted');
  }
  if (parameter.isClosed) return found.filter(({ value }) => parameter.options.includes(value));
  return found;
}

function texts(parameter: Parameter, request: ReadRequest): Candidate[] {
  const found: Candidate[] = matchOptions(parameter, request).map(({ value, mention, how }) => ({
    value,
    mention,
    how,
  }));
  if (parameter.isClosed) return found;
  for (const mention of request.mentions) {
    if (!textKinds.has(mention.kind)) continue;
    if (mention.kind === 'date') found.push(...dateTexts(parameter, mention, request));
    else found.push({ value: asText(mention, request.text), mention, how: 'text' });
  }
  return found;
}

function dateTexts(parameter: Parameter, mention: Mention, request: ReadRequest): Candidate[] {
  const date = request.dates.find((other) => other.mention.start === mention.start)?.parts;
  const wanted = parameter.schema.format === 'date' ? 'YYYY-MM-DD' : parameter.description;
  const written = date ? writeDate(date, wanted, request.now) : null;
  const found: Candidate[] = [{ value: String(mention.value), mention, how: written === null ? 'text' : 'unwritten' }];
  if (written !== null) found.unshift({ value: written, mention, how: 'written' });
  return found;
}

function asText(mention: Mention, text: string): string {
  return typeof mention.value === 'string' ? mention.value : text.slice(mention.start, mention.end);
}

function lists(parameter: Parameter, request: ReadRequest): Candidate[] {
  const { items } = parameter;
  const found: Candidate[] = [];
  const options = items && items.options.length > 0 ? { ...items, options: items.options } : parameter;
  const matched = matchOptions(options, request).filter((match) => match.how !== 'gloss');
  if (matched.length > 0) {
    const values = [...new Map(matched.map((match) => [JSON.stringify(match.value), match.value])).values()];
    found.push({ value: values, mention: null, how: 'options' });
  }
  if (items?.isClosed) return found;
  for (const mention of request.mentions) {
    if (mention.kind === 'list') {
      const list = Array.isArray(mention.value) ? fitItems(mention.value, items) : null;
      if (list) found.push({ value: list, mention, how: mention.form === 'bracket' ? 'bracket' : 'list' });
    } else if (mention.group < 0 && textKinds.has(mention.kind)) {
      const list = fitItems([mention.value], items);
      if (list) found.push({ value: list, mention, how: 'single' });
    }
  }
  return found;
}

/** The list with its items in the type that the schema wants; null when they are of another. */
function fitItems(values: JsonValue[], items: Parameter | null): JsonValue[] | null {
  if (!items || items.type === 'any') return values;
  const fitted = values.map((value) => {
    if (items.type === 'string')
      return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
    if (items.type === 'number') return typeof value === 'number' ? value : null;
    if (items.type === 'integer') return typeof value === 'number' && Number.isInteger(value) ? value : null;
    if (items.type === 'array') return Array.isArray(value) ? fitItems(value, items.items) : null;
    if (items.type === 'object') return isJsonObject(value) ? value : null;
    return null;
  });
  return fitted.every((value) => value !== null) ? fitted : null;
}
