import { findPersonalData } from './find-personal-data.ts';
import { maskPersonalData } from './mask-personal-data.ts';
import type { PersonalDataKind, PersonalDatum } from './personal-data-kinds.ts';

interface Options {
  kinds?: readonly PersonalDataKind[];
  onPiece?: () => Promise<void>;
}

/** A text or a number as it stands in the JSON, and what it says. */
interface Token {
  start: number;
  end: number;
  says: string;
  isNumber: boolean;
  /** The name of a member. */
  isName: boolean;
  /** A text that is cut off. */
  isOpen: boolean;
  /** Of the member whose value it is. */
  name: string | null;
  /** Names of what it stands in. */
  path: string;
}

/** Members that streams send their texts in, a piece with each event. */
const pieces = new Set([
  'content',
  'text',
  'delta',
  'thinking',
  'reasoning',
  'reasoning_content',
  'arguments',
  'partial_json',
]);
const fewestDigits = 7;
/** Texts that are JSON themselves and are looked at as such; what comes beyond is looked at as it stands. */
const mostNested = 50;
/** What is done before others have a turn: values that are read, placed or written, and data that are taken out. */
const tokensAtOnce = 500;
const dataAtOnce = 50;
/** Characters that are read where no value comes. */
const charactersAtOnce = 10_000;

/**
 * Takes personal data out of the texts and numbers of some JSON, which stays JSON: texts are read without their escapes (`\u00e9`, `\/`, `\"`) and
 * written with new ones, and a number becomes a text. Reads events with JSON in their `data`, too, where pieces of one text are looked at together, and
 * what is cut off anywhere. What stands between texts is masked as `maskPersonalData` does.
 */
export async function maskPersonalDataInJson(json: string, options: Options = {}): Promise<string> {
  const tokens = await tokensOf(json, options);
  const isStream = /^(?:data|event|id|retry)?:/.test(json);
  const said = new Map<Token, string>();
  const nested: Token[] = [];
  await inTurns(tokens, options, (token) => {
    const { isNumber, isName, says } = token;
    if (nested.length < mostNested && !isNumber && !isName && isJson(says)) nested.push(token);
  });
  for (const token of nested) said.set(token, await maskPersonalDataInJson(token.says, options));
  /** Tokens that are looked at as one text: pieces by their path, all others under null. */
  const groups = new Map<string | null, Token[]>();
  await inTurns(tokens, options, (token) => {
    if (said.has(token)) return;
    const path = isStream && pieces.has(token.name ?? '') ? token.path : null;
    const group = groups.get(path);
    if (group) group.push(token);
    else groups.set(path, [token]);
  });
  for (const [path, group] of groups) {
    const placed = await (path === null ? inLines(group, options) : inOne(group, options));
    await takeOut(await findPersonalData(placed.text, options), placed, { said, options });
  }
  const parts: string[] = [];
  let end = 0;
  for (const [index, token] of tokens.entries()) {
    if (index % tokensAtOnce === 0) await options.onPiece?.();
    const between = json.slice(end, token.start);
    parts.push(isOfJson(between) ? between : await maskPersonalData(between, options));
    parts.push(written(json.slice(token.start, token.end), token, said.get(token) ?? token.says));
    end = token.end;
  }
  const last = json.slice(end);
  parts.push(isOfJson(last) ? last : await maskPersonalData(last, options));
  return parts.join('');
}

/** Does something with each of a list, some at once, and gives others their turns between. */
async function inTurns<Item>(
  items: readonly Item[],
  { onPiece, atOnce = tokensAtOnce }: Options & { atOnce?: number },
  work: (item: Item) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    work(item);
    if (index % atOnce === atOnce - 1) await onPiece?.();
  }
  await onPiece?.();
}

/** Where each token stands in a text that is looked at as one: looking costs as much for a word as for a page. */
interface Placed {
  text: string;
  places: { token: Token; from: number; to: number }[];
}

/** A line for each value, behind the name of its member, which may say what it is. */
function inLines(tokens: readonly Token[], options: Options): Promise<Placed> {
  return placed(tokens, options, ({ isName }) => (isName ? ': ' : '\n'));
}

/** Pieces of one text. */
function inOne(tokens: readonly Token[], options: Options): Promise<Placed> {
  return placed(tokens, options, () => '');
}

async function placed(tokens: readonly Token[], options: Options, after: (token: Token) => string): Promise<Placed> {
  const places: Placed['places'] = [];
  const parts: string[] = [];
  let from = 0;
  await inTurns(tokens, options, (token) => {
    const to = from + token.says.length;
    places.push({ token, from, to });
    const shown = token.isName && /^[\w-]+$/.test(token.says) ? token.says.replaceAll(/[_-]/g, ' ') : token.says;
    const end = after(token);
    parts.push(shown, end);
    from = to + end.length;
  });
  return { text: parts.join(''), places };
}

/** What each token says without the data. Of a datum in several the first says what it was; a name that only leads to one stays. */
async function takeOut(
  data: readonly PersonalDatum[],
  { places }: Placed,
  { said, options }: { said: Map<Token, string>; options: Options },
): Promise<void> {
  let at = 0;
  await inTurns(data, { ...options, atOnce: dataAtOnce }, ({ kind, start, end }) => {
    while (at < places.length && (places[at]?.to ?? 0) <= start) at++;
    let mark = `[${kind.toUpperCase()}]`;
    for (let next = at; next < places.length; next++) {
      const { token, from, to } = places[next] ?? { token: undefined, from: end, to: end };
      if (token === undefined || from >= end) break;
      if (token.isName ? end > to : token.isNumber && token.says.replaceAll(/\D/g, '').length < fewestDigits) continue;
      const [first, last] = [Math.max(start, from) - from, Math.min(end, to) - from];
      // What was taken out before made it shorter or longer: the rest is counted from its end.
      const before = said.get(token) ?? token.says;
      const kept = before.length - token.says.length + first;
      said.set(token, before.slice(0, kept) + mark + token.says.slice(last));
      mark = '';
    }
  });
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** As it stood where nothing was taken out. */
function written(raw: string, { says, isOpen }: Token, said: string): string {
  if (said === says) return raw;
  const text = JSON.stringify(said);
  return isOpen ? text.slice(0, -1) : text;
}

/** Between texts there are braces, commas, `true` and the like; anything else is text that is none of JSON, and masked as such. */
const isOfJson = (text: string): boolean =>
  !/\w/.test(text.replaceAll(/\b(?:true|false|null|data|event|id|retry)\b/g, ''));

async function tokensOf(json: string, { onPiece }: Options): Promise<Token[]> {
  const tokens: Token[] = [];
  /** For each that is open: the name of the member that is read, or null in a list. */
  let open: { isList: boolean; name: string | null }[] = [];
  let rest = charactersAtOnce;
  for (let at = 0; at < json.length; at++) {
    if (--rest <= 0) {
      await onPiece?.();
      rest = charactersAtOnce;
    }
    const character = json.charAt(at);
    const inside = open.at(-1);
    if (character === '\n' && json.startsWith('data:', at + 1)) open = [];
    else if (character === '{' || character === '[') open.push({ isList: character === '[', name: null });
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && inside) inside.name = null;
    else if (character === '"' || /[\d-]/.test(character)) {
      const token = character === '"' ? textAt(json, at) : numberAt(json, at);
      const isName = inside?.isList === false && inside.name === null;
      const name = isName ? null : (inside?.name ?? null);
      if (token.says !== '') tokens.push({ ...token, start: at, name, isName, path: pathOf(open) });
      if (isName) inside.name = token.says;
      at = token.end - 1;
      rest -= charactersAtOnce / tokensAtOnce;
    }
  }
  return tokens;
}

/** Names of the innermost ones, which tell enough. */
const pathOf = (open: readonly { name: string | null }[]): string =>
  open
    .slice(-8)
    .map(({ name }) => name)
    .join('.');

function textAt(json: string, start: number) {
  let end = start + 1;
  while (end < json.length && json.charAt(end) !== '"') end += json.charAt(end) === '\\' ? 2 : 1;
  const isOpen = end >= json.length;
  const within = json.slice(start + 1, Math.min(end, json.length));
  return {
    end: Math.min(end + 1, json.length),
    says: decoded(isOpen ? within.replace(/\\(?:u[\da-f]{0,3})?$/i, '') : within),
    isOpen,
    isNumber: false,
  };
}

function decoded(within: string): string {
  try {
    return String(JSON.parse(`"${within}"`));
  } catch {
    // What is no JSON is read as it stands.
    return within;
  }
}

/** Digits in a row; what is no number of JSON, such as a date between texts, says nothing and is masked with what stands around it. */
function numberAt(json: string, start: number) {
  let end = start + 1;
  while (end < json.length && /[\d.eE+-]/.test(json.charAt(end))) end++;
  let [before, after] = [start - 1, end];
  while (isSpace(json.charAt(before))) before--;
  while (isSpace(json.charAt(after))) after++;
  const isNumber = /[:[,]/.test(json.charAt(before)) && /[,\]}]/.test(json.charAt(after));
  return { end, says: isNumber ? json.slice(start, end) : '', isNumber: true, isOpen: false };
}

const isSpace = (character: string): boolean => character !== '' && ' \t\n\r'.includes(character);
