import type { JsonObject } from '@parley/contract';
import { compileSchema } from '@parley/json-schema';
import { answerFromMaterial } from '../answers/answer-from-material.ts';
import { completeInstance } from '../instance/schema-instance.ts';
import { SchemaShape } from '../instance/schema-shape.ts';
import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { KnownValues } from './extract-known.ts';
import { findEvidence } from './find-evidence.ts';
import { type Field, wordsOf } from './find-field.ts';
import { readSource } from './source-text.ts';

const maxQuestions = 12;

/** Fills a JSON Schema from texts: what they tell is taken over, everything else is left as empty as the schema allows. */
export async function extractReply(
  schema: JsonObject,
  question: string,
  documents: PromptDocument[],
): Promise<ReaderReply> {
  const compiled = compileSchema(schema);
  const text = documents.length > 0 ? documents.map((document) => document.text).join('\n\n') : question;
  const asked = documents.length > 0 ? documents : [{ filename: 'message', text: question }];
  let questions = 0;
  let answered: ReaderReply | undefined;
  const ask = async (field: Field): Promise<string | undefined> => {
    if (!canBeAsked(field) || ++questions > maxQuestions) return undefined;
    const isTheAnswer = /^(?:answer|result|response|reply|short_?answer)$/i.test(field.name);
    const reply = await answerFromMaterial(
      isTheAnswer ? question : questionFor(field),
      asked,
      isTheAnswer ? { brief: true } : { brief: true, doubtLimit: 0.5 },
    );
    if (isTheAnswer) answered = reply;
    return reply.shortAnswer;
  };
  const values = new KnownValues(new SchemaShape(schema), readSource(text), ask);
  const known = await values.read(schema, '');
  const data = await completeInstance(compiled, known);
  const sources = documents.length === 0 ? {} : { sources: answered?.sources ?? findEvidence(known, documents) };
  if (data === undefined)
    return {
      text: JSON.stringify(known ?? {}),
      reasoning: 'No value that satisfies the schema was found.',
      ...sources,
    };
  const reasoning =
    values.found.length > 0
      ? `Found in the text: ${[...new Set(values.found)].slice(0, 12).join(', ')}. The rest is as empty as the schema allows.`
      : 'The text tells none of the fields; they are as empty as the schema allows.';
  return { text: JSON.stringify(data), reasoning, ...sources };
}

/** Only plain texts with a telling name are worth a question. */
function canBeAsked({ name, schema }: Field): boolean {
  const types = [schema.type].flat();
  return (
    types.includes('string') &&
    schema.pattern === undefined &&
    schema.format === undefined &&
    wordsOf(name).length > 2 &&
    !/\b(?:id|key|code|hash|token|version|type|kind|schema)\b/.test(wordsOf(name))
  );
}

function questionFor({ name, schema }: Field): string {
  const description =
    typeof schema.description === 'string' && schema.description.length < 120 ? ` (${schema.description})` : '';
  return `What is the ${wordsOf(name)}${description}?`;
}
