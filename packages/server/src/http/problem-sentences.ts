import type { ErrorObject } from 'ajv';
import { dateTimeRule } from '../lib/date-time.ts';
import { nearestName } from '../lib/nearest-name.ts';

const longestEcho = 60;
const mostListed = 40;

/** One thing that is wrong with a request. The validator must run with `verbose`. */
export interface Problem {
  /** JSON Pointer to the field. */
  path: string;
  /** The same as people write it: `messages[0].role`; empty for the request itself. */
  field: string;
  keyword: string;
  /** Names the field and says what it may be. */
  rule: string;
  /** What came instead, as `, not …`; empty when nothing came or it may be secret. */
  came: string;
}

/**
 * What a validator found, as sentences for people: where a value may be one of several things, one sentence says which,
 * or what is wrong with the one that was meant.
 */
export function toProblems(errors: readonly ErrorObject[]): Problem[] {
  return withoutBranches([...errors]).map(toProblem);
}

const isChoice = ({ keyword }: ErrorObject) => keyword === 'anyOf' || keyword === 'oneOf';

/** The errors with each choice and its branches replaced by what there is to say about it. */
function withoutBranches(errors: ErrorObject[]): ErrorObject[] {
  // The outermost choice comes last; what lies below it is judged again.
  const choice = errors.findLast(isChoice);
  if (!choice) return errors;
  const prefix = `${choice.schemaPath}/`;
  const isBelow = (error: ErrorObject) =>
    error.schemaPath.startsWith(prefix) && error.instancePath.startsWith(choice.instancePath);
  const rest = errors.filter((error) => error !== choice && !isBelow(error));
  const meant = meantBranch(choice, errors.filter(isBelow), prefix);
  const said = meant === null ? [{ ...choice, keyword: 'choice' }] : withoutBranches(meant);
  return [...withoutBranches(rest), ...said];
}

/** The errors of the branch that the value was meant as; null when it fits none from the outside. */
function meantBranch(choice: ErrorObject, below: ErrorObject[], prefix: string): ErrorObject[] | null {
  const branches = new Map<string, ErrorObject[]>();
  for (const error of below) {
    const branch = error.schemaPath.slice(prefix.length).split('/')[0] ?? '';
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  const isOutside = ({ instancePath, keyword }: ErrorObject) =>
    instancePath === choice.instancePath && ['type', 'const', 'enum'].includes(keyword);
  const inside = [...branches.values()].filter((list) => !list.some(isOutside));
  if (inside.length === 0) return null;
  if (inside.every((list) => isLacking(list, choice))) return [lackingOne(choice, inside)];
  const marks = (list: ErrorObject[]) => list.filter(({ keyword }) => keyword === 'const');
  const unmarked = inside.filter((list) => marks(list).length === 0);
  if (unmarked.length === 0 && inside.length > 1) return sameMark(inside.map(marks));
  return (unmarked.length > 0 ? unmarked : inside).reduce((best, list) => (list.length < best.length ? list : best));
}

/** A branch that asks for fields which are not there, and for nothing else. */
const isLacking = (list: readonly ErrorObject[], { instancePath }: ErrorObject): boolean =>
  list.every((error) => error.keyword === 'required' && error.instancePath === instancePath);

/** Of several sets of fields one must be there: all of them, in one error. */
function lackingOne(choice: ErrorObject, branches: ErrorObject[][]): ErrorObject {
  const sets = Array.isArray(choice.schema) ? choice.schema : [];
  const names = sets.map(({ required = [] }) => [required].flat().join(' and '));
  return { ...(branches[0]?.[0] ?? choice), keyword: 'lacking', params: { names: names.join(', or ') } };
}

/** Several kinds of object told apart by one property: all values that it may have, in one error. */
function sameMark(marks: ErrorObject[][]): ErrorObject[] {
  const all = marks.flat();
  const [first] = all;
  if (!first) return [];
  const same = all.filter(({ instancePath }) => instancePath === first.instancePath);
  const allowedValues = [...new Set(same.map(({ params }) => params.allowedValue))];
  return [{ ...first, keyword: 'enum', params: { allowedValues } }];
}

function toProblem(error: ErrorObject): Problem {
  const missing = error.keyword === 'required' ? `/${error.params.missingProperty}` : '';
  const path = error.instancePath + missing;
  const field = readablePath(path);
  return { path, field, keyword: error.keyword, rule: ruleOf(error, field || 'the request'), came: cameOf(error) };
}

function ruleOf(error: ErrorObject, field: string): string {
  const { params, parentSchema } = error;
  switch (error.keyword) {
    case 'required':
      return `${field} is required`;
    case 'type':
      return `${field} must be ${[params.type].flat().map(typeName).join(' or ')}`;
    case 'enum':
      return `${field} must be ${oneOf(params.allowedValues)}`;
    case 'const':
      return `${field} must be ${JSON.stringify(params.allowedValue)}`;
    case 'lacking':
      return `${field} must have ${params.names}`;
    case 'choice':
      return `${field} must be ${choices(error.schema)}`;
    case 'additionalProperties':
      return unknownField(error);
    case 'pattern':
      return params.pattern === '\\S'
        ? `${field} must not be blank`
        : `${field} must match ${params.pattern}${suchAs(error)}`;
    case 'minLength':
    case 'minItems':
      return params.limit === 1
        ? `${field} must not be empty`
        : `${field} must have at least ${params.limit}${of(error)}`;
    case 'maxLength':
    case 'maxItems':
      return `${field} must have at most ${params.limit}${of(error)}`;
    case 'minimum':
      return typeof parentSchema?.maximum === 'number'
        ? `${field} must be from ${params.limit} to ${parentSchema.maximum}`
        : `${field} must be at least ${params.limit}`;
    case 'maximum':
      return typeof parentSchema?.minimum === 'number'
        ? `${field} must be from ${parentSchema.minimum} to ${params.limit}`
        : `${field} must be at most ${params.limit}`;
    case 'uniqueItems':
      return `${field} must not hold the same item twice (items ${params.j} and ${params.i})`;
    case 'format':
      return params.format === 'date-time' ? `${field} ${dateTimeRule}` : `${field} must be a ${params.format}`;
    default:
      return `${field} ${error.message ?? 'is not valid'}`;
  }
}

const suchAs = ({ parentSchema }: ErrorObject): string => {
  const [example] = [parentSchema?.examples].flat();
  return typeof example === 'string' ? `, such as ${example}` : '';
};

const of = ({ keyword }: ErrorObject): string => (keyword.endsWith('Length') ? ' characters' : ' items');

function unknownField({ instancePath, params, parentSchema }: ErrorObject): string {
  const given = String(params.additionalProperty).slice(0, longestEcho);
  const known = Object.keys(parentSchema?.properties ?? {});
  const field = readablePath(`${instancePath}/${given.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const [names] = Object.keys(parentSchema?.patternProperties ?? {});
  if (names !== undefined) return `${field} is no name for a value: names must match ${names}`;
  const near = nearestName(given, known);
  const help = near === null ? `; known are ${known.slice(0, mostListed).join(', ')}` : `; did you mean ${near}?`;
  return `${field} is not a field of this call${help}`;
}

function choices(schema: unknown): string {
  const branches = Array.isArray(schema) ? schema : [];
  const values = branches.flatMap((branch) => ('const' in branch ? [branch.const] : (branch.enum ?? [])));
  const types = branches
    .filter((branch) => !('const' in branch) && !branch.enum)
    .map((branch) => typeName(branch.type));
  const kinds = [...new Set(types)].join(' or ');
  if (values.length === 0) return kinds;
  return kinds === '' ? oneOf(values) : `${oneOf(values)} or ${kinds}`;
}

function oneOf(values: unknown[]): string {
  const listed = values.slice(0, mostListed).map((value) => JSON.stringify(value));
  return listed.length === 1 ? (listed[0] ?? '') : `one of ${listed.join(', ')}`;
}

/** Only what a list of known words refused is repeated; other values may be secret or long. */
function cameOf({ keyword, data }: ErrorObject): string {
  switch (keyword) {
    case 'enum':
    case 'const':
      return typeof data === 'string' ? `, not ${JSON.stringify(data.slice(0, longestEcho))}` : `, not ${kindOf(data)}`;
    case 'type':
    case 'choice':
      return `, not ${kindOf(data)}`;
    case 'minimum':
    case 'maximum':
      return `, not ${data}`;
    case 'maxLength':
    case 'maxItems':
      return `, not ${typeof data === 'string' || Array.isArray(data) ? data.length : kindOf(data)}`;
    default:
      return '';
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return typeName(Array.isArray(value) ? 'array' : typeof value);
}

function typeName(type: unknown): string {
  const name = String(type ?? 'another value');
  if (name === 'null') return name;
  return `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** `/messages/0/role` as people write it: `messages[0].role`. */
function readablePath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '');
}
