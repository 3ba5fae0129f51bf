/**
 * A table of what each family of rules for values brings: all documents of `quality/values` (text, Markdown, mail, JSON, HTML, CSV) as
 * the service reads them, with each family left out. Held-back templates are those that no rule was written against.
 *
 *   node quality/reader/ablate-values.ts [--seed 1] [--family NAME]
 */
import { parseArgs } from 'node:util';
import { isJsonObject, type JsonObject } from '@parley/contract';
import { detectFormat, extensionOf, readContent } from '@parley/documents/formats';
import { type Family, leaveOutOf, type Rule } from '../leave-out.ts';
import { type Judgement, judgeReply } from '../values/judge-values.ts';
import { makeCases, type ValueCase } from '../values/make-cases.ts';

const none = (file: string, name: string, gives = 'undefined'): Rule => ({
  file: `extraction/${file}.ts`,
  name,
  gives,
});
const families: Family[] = [
  { name: 'labels beside values', rules: [none('find-entry', 'findEntry')] },
  { name: 'words of one meaning in labels', rules: [none('label-words', 'isSameThing', 'given[0] === given[1]')] },
  { name: 'rows of tables', rules: [none('find-rows', 'findRows', '[]')] },
  { name: 'columns by their form', rules: [none('columns-by-form', 'columnByForm')] },
  { name: 'lists', rules: [none('find-list', 'findList', '[]')] },
  { name: 'values in sentences', rules: [none('find-in-sentence', 'findInSentence')] },
  { name: 'who bears a name', rules: [none('bearer-likelihood', 'bearerLikelihood', '0')] },
  { name: 'what is said of a thing', rules: [none('find-said', 'findSaid')] },
  { name: 'verbs (born, founded)', rules: [none('find-by-verb', 'findByVerb')] },
  { name: 'subject of a sentence', rules: [none('find-subject', 'findSubject')] },
  { name: 'title of the document', rules: [none('find-title', 'findTitle')] },
  { name: 'kinds known by their words', rules: [none('find-known-kind', 'findKnownKind')] },
  { name: 'words of the question for the document', rules: [none('find-entry', 'freeTopic', '[]')] },
  { name: 'signature of a mail', rules: [none('signature', 'signatureAt')] },
  { name: 'torn verbs (pick … up)', rules: [none('said-sentence', 'joinVerb', 'given[0]')] },
  { name: 'forms of bills', rules: [none('find-field', 'findField')] },
  { name: 'issuer', rules: [none('parties', 'findIssuer')] },
  { name: 'address', rules: [none('parties', 'findAddress')] },
  { name: 'main currency', rules: [none('amounts', 'mainCurrency')] },
];

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, family: { type: 'string', multiple: true } },
});
const moduleOf = leaveOutOf(new URL('../../engines/reader/', import.meta.url).href, families);
const cases = await Promise.all(
  makeCases(Number(values.seed)).map(async (each) => ({ ...each, content: await textOf(each) })),
);
console.log(
  '| Without | open: right | wrong or made up | held back: right | wrong or made up |\n|---|--:|--:|--:|--:|',
);
const wanted = values.family ?? families.map(({ name }) => name);
for (const family of [undefined, ...families.filter(({ name }) => wanted.includes(name))])
  console.log(`| ${family?.name ?? '(nothing)'} ${await rowOf(family)}`);

async function rowOf(without: Family | undefined): Promise<string> {
  const { read }: typeof import('../../engines/reader/src/index.ts') = await import(moduleOf('src/index.ts', without));
  const counts = { open: newCount(), heldBack: newCount() };
  for (const each of cases) {
    const reading = await read(
      {
        system: '',
        messages: [{ role: 'user', parts: [{ type: 'text', text: each.schema.query }] }],
        documents: [{ filename: each.filename, text: each.content }],
        responseFormat: { schema: schemaOf(each.responseFormat) },
      },
      { now: Date.UTC(2026, 0, 1) },
    );
    const count = each.template.heldBack ? counts.heldBack : counts.open;
    const fields = Object.entries(reading.fields ?? {}).map(([pointer, { found, source }]) => [
      pointer,
      { found, source: source && { ...source, quote: each.content.slice(source.start, source.end) } },
    ]);
    const reply = { data: JSON.parse(reading.parts.join('')), fields: Object.fromEntries(fields) };
    for (const { judgement } of judgeReply(each.expected, reply)) count[judgement] += 1;
  }
  return Object.values(counts)
    .map((count) => `| ${count.right} | ${count.wrong + count['without source'] + count['made up']} `)
    .concat('|')
    .join('');
}

/** The text that the service reads out of the document. */
async function textOf({ filename, content }: ValueCase): Promise<string> {
  const bytes = Buffer.from(content);
  const format = await detectFormat(bytes, extensionOf(filename), '');
  if (format === 'pdf') throw new Error(`${filename} is a PDF, which the cases have none of.`);
  return (await readContent(bytes, format, filename)).text;
}

function newCount(): Record<Judgement, number> {
  return { right: 0, wrong: 0, 'without source': 0, missing: 0, 'made up': 0, absent: 0 };
}

function schemaOf(given: unknown): JsonObject {
  const schema: unknown = JSON.parse(JSON.stringify(given));
  if (!isJsonObject(schema)) throw new Error('A case has no schema.');
  return schema;
}
