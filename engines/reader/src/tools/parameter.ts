import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { currencyCodes, type Unit } from '@parley/text';
import { longestDescription } from '../bounds/bounds.ts';
import { readable } from '../bounds/tame-text.ts';
import type { PromptTool } from '../prompt.ts';
import { wordStem } from '../text/word-stem.ts';
import { namedUnits } from './named-units.ts';
import { rolesOf } from './parameter-roles.ts';
import { identifierWords, stemsOf } from './request-words.ts';

type ParameterType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'any';

/** One parameter of a tool, read for what could fill it. */
export interface Parameter {
  name: string;
  type: ParameterType;
  isRequired: boolean;
  description: string;
  nameStems: string[];
  /** Stems of the description that few other parameters of the tool share. */
  ownStems: Set<string>;
  descriptionStems: Set<string>;
  roles: Set<string>;
  /** Values it may take: the enum, or what the description lists. */
  options: readonly JsonValue[];
  /** The options are all there are. */
  isClosed: boolean;
  defaultValue: JsonValue | undefined;
  units: Unit[];
  items: Parameter | null;
  properties: Parameter[];
  schema: JsonObject;
  /** Matches a text that ends in the name and a word or sign that gives it a value: `radius = `. */
  assignment: RegExp;
  /** Its place among the parameters that take the same kind of value. */
  rank: number;
  /** How many of them there are. */
  peers: number;
}

const maxParameters = 60;
const maxNesting = 4;

export function readParameters(tool: PromptTool): Parameter[] {
  return parametersOf(tool.inputSchema, 0);
}

function parametersOf(schema: JsonObject, depth: number): Parameter[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const parameters = Object.entries(properties)
    .slice(0, maxParameters)
    .map(([name, property]) => readParameter(name, isJsonObject(property) ? property : {}, required.has(name), depth));
  const counts = new Map<string, number>();
  for (const { descriptionStems } of parameters)
    for (const stem of descriptionStems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const seen = new Map<string, number>();
  for (const parameter of parameters) {
    for (const stem of parameter.descriptionStems)
      if ((counts.get(stem) ?? 0) * 2 <= parameters.length || parameters.length === 1) parameter.ownStems.add(stem);
    const kind = kindOf(parameter);
    parameter.rank = seen.get(kind) ?? 0;
    seen.set(kind, parameter.rank + 1);
  }
  for (const parameter of parameters) parameter.peers = seen.get(kindOf(parameter)) ?? 1;
  return parameters;
}

function kindOf(parameter: Parameter): string {
  if (parameter.options.length > 0) return 'option';
  return parameter.type === 'integer' ? 'number' : parameter.type;
}

function readParameter(name: string, schema: JsonObject, isRequired: boolean, depth: number): Parameter {
  const description = typeof schema.description === 'string' ? readable(schema.description, longestDescription) : '';
  const type = typeOf(schema);
  const items =
    isJsonObject(schema.items) && depth < maxNesting ? readParameter(name, schema.items, true, depth + 1) : null;
  const listed = Array.isArray(schema.enum) ? schema.enum : [];
  const nameWords = identifierWords(name);
  const roles = rolesOf(nameWords, description);
  const options =
    listed.length > 0 ? listed : type === 'string' || type === 'array' ? openOptions(description, roles) : [];
  return {
    name,
    type,
    isRequired,
    description,
    nameStems: nameWords.map((word) => wordStem(word)),
    ownStems: new Set(),
    descriptionStems: new Set(stemsOf(description)),
    roles,
    options,
    isClosed: listed.length > 0,
    defaultValue: schema.default ?? defaultIn(description, type),
    units: [...namedUnits(nameWords.join(' ')), ...namedUnits(description)],
    items,
    properties: depth < maxNesting ? parametersOf(schema, depth + 1) : [],
    schema,
    assignment: assignmentOf(name),
    rank: 0,
    peers: 1,
  };
}

function assignmentOf(name: string): RegExp {
  const words = name
    .toLowerCase()
    .split(/[_.\-\s]+/)
    .map((word) => word.replace(/[()[\]{}*+?^$|\\/]/g, '\\$&'))
    .join('[ _.-]?');
  // such as: /(?:^|[^a-z])unit[ _.-]?name['"`]?\s*(?:=|:|is|as|of|to|set to|should be|equals?)\s*['"`$[(]?$/
  // bounded: what stands before a value, at most 40 characters
  return new RegExp(`(?:^|[^a-z])${words}['"\`]?\\s*(?:=|:|is|as|of|to|set to|should be|equals?)\\s*['"\`$[(]?$`);
}

function typeOf(schema: JsonObject): ParameterType {
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : [schema.type];
  const [type] = types;
  if (
    type === 'string' ||
    type === 'number' ||
    type === 'integer' ||
    type === 'boolean' ||
    type === 'array' ||
    type === 'object'
  )
    return type;
  if (isJsonObject(schema.properties)) return 'object';
  return Array.isArray(schema.enum) ? 'string' : 'any';
}

/** Of a currency its code, of which a description shows one or two. */
function openOptions(description: string, roles: ReadonlySet<string>): readonly string[] {
  const shown = optionsIn(description);
  const isCurrency = roles.has('name:currency') || roles.has('text:currency');
  return isCurrency && shown.every((option) => currencyCodes.includes(option)) ? currencyCodes : shown;
}

/** What a description lists as possible values: "options: 'fast', 'slow'", "(percentage or fraction)", "E.g. Netflix, Hulu". */
function optionsIn(description: string): string[] {
  const quoted = [...description.matchAll(/'([^']{1,40})'|"([^"]{1,40})"/g)].map((match) => match[1] ?? match[2] ?? '');
  const listed =
    /(?:options?|one of|choices?|values?|supported|types?|can be|either)[^.:]{0,40}?(?::| are | include | is )\s*([^.]{3,200})/i.exec(
      description,
    )?.[1];
  const shown = /(?:e\.?g\.?,?|such as|like|for example,?)\s*([^.;)]{3,160})/i.exec(description)?.[1];
  const inBrackets = /\(([^()]{3,120})\)/.exec(description)?.[1];
  const lists = [listed, shown, inBrackets].filter((list) => list !== undefined && /,|\bor\b|\//.test(list));
  const split = lists.flatMap((list) => (list ?? '').split(/,|\bor\b|\band\b|\//));
  return [
    ...new Set(
      [...quoted, ...split].map((item) => item.replace(/^\s*(?:e\.?g\.?|etc)\.?\s*|['"]|\betc\.?\s*$/gi, '').trim()),
    ),
  ]
    .filter((item) => /^[\p{L}\d][\p{L}\d +#&/_-]{0,30}$/u.test(item) && item.split(' ').length <= 3)
    .slice(0, 24);
}

function defaultIn(description: string, type: ParameterType): JsonValue | undefined {
  const match = /defaults?(?:\s+value)?(?:\s+is|\s+to|\s*[:=])?\s+(?:'([^']*)'|"([^"]*)"|([\w.%-]+))/i.exec(
    description,
  );
  const text = match?.[1] ?? match?.[2] ?? match?.[3]?.replace(/\.$/, '');
  if (text === undefined) return undefined;
  if (type === 'boolean') return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined;
  if (type === 'number' || type === 'integer') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  return type === 'string' ? text : undefined;
}
