// Of five arguments in a row nobody remembers the order, and two of one type change places unseen: from the fourth parameter on a function takes
// one object. This fails from the fifth on. What runs for each pixel or cell may say so in a comment of its own above it:
//     // positional: runs for each pixel
// Functions without a name are shaped by whoever calls them, and are not looked at unless they stand in a variable.
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';

const most = 4;

/** Folders that are not held to it yet: the reader's, and the pens of the sketches, whose arguments are coordinates and sizes. */
const notYetChecked = ['engines/reader/', 'engines/sketch/', 'bench/'];

const files = globSync(['{packages,engines}/*/{src,tools}/**/*.{ts,tsx}', '{tools,acceptance,bench,quality}/**/*.ts'])
  .filter((file) => !/\/(?:generated|fixtures)\//.test(file))
  .sort();

const found = files.flatMap(longLists);
const failing = found.filter(({ file }) => !notYetChecked.some((folder) => file.startsWith(folder)));
for (const { file, line, name, count } of failing) {
  console.log(`${file}:${line} ${name} has ${count} parameters; hand it one object from the fourth on`);
}
for (const folder of notYetChecked) {
  const count = found.filter(({ file }) => file.startsWith(folder)).length;
  if (count > 0)
    console.log(`${folder} has ${count} functions of more than ${most} parameters, and is not held to it yet.`);
}
process.exit(failing.length === 0 ? 0 : 1);

interface LongList {
  file: string;
  line: number;
  name: string;
  count: number;
}

function longLists(file: string): LongList[] {
  const code = readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const lineOf = (offset: number) => code.slice(0, offset).split('\n').length;
  const excused = new Set(
    comments.filter(({ value }) => /^\s*positional: \w/.test(value)).map(({ end }) => lineOf(end) + 1),
  );
  return [...namedNodes(program, '')]
    .map(({ node, name }) => ({ file, line: lineOf(Number(node.start)), name, count: countOf(node.params) }))
    .filter(({ line, name, count }) => name !== '' && count > most && !excused.has(line));
}

function countOf(params: unknown): number {
  if (Array.isArray(params)) return params.length;
  return isRecord(params) && Array.isArray(params.items) ? params.items.length : 0;
}

/** All functions and the signatures of functions, under the name of the variable, method or property that holds them. */
function* namedNodes(node: unknown, name: string): Generator<{ node: Record<string, unknown>; name: string }> {
  if (Array.isArray(node)) for (const one of node) yield* namedNodes(one, '');
  if (!isRecord(node)) return;
  const type = String(node.type);
  const own = nameIn(node.id) ?? nameIn(node.key);
  if (/Function|TSMethodSignature/.test(type)) yield { node, name: own ?? name };
  const isHolder = /^(?:VariableDeclarator|MethodDefinition|PropertyDefinition|TSPropertySignature)$/.test(type);
  for (const [key, value] of Object.entries(node))
    yield* namedNodes(value, isHolder && key !== 'key' ? (own ?? '') : '');
}

function nameIn(node: unknown): string | undefined {
  return isRecord(node) && typeof node.name === 'string' ? node.name : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
