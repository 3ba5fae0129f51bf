import { readFileSync } from 'node:fs';
import type { Answer, AnswerRequest, Source } from '@parley/sdk';
import { type Call, type Command, needed, UsageError } from '../command.ts';
import { readPipe, textOf } from '../io.ts';
import type { Output } from '../output.ts';
import { uploadFiles } from '../upload-files.ts';

/** How long a question waits for the first of a text from the pipe: other programs may take their time to write it. */
const patienceMs = 60_000;

export const ask: Command = {
  name: 'ask',
  summary: 'Answer a question, from files or a text',
  usage: ['"<question>" [options]', '"<question>" < notes.txt', '< question.txt'],
  options: {
    file: { value: 'PATH', short: 'f', isMultiple: true, help: 'Upload a file and answer from it' },
    'file-id': { value: 'ID', isMultiple: true, help: 'Answer from a file that is there already' },
    context: { value: 'TEXT', help: 'Answer from this text' },
    schema: { value: 'PATH', help: 'JSON Schema file: answer as data in this shape' },
    model: { value: 'NAME', short: 'm', help: 'A model of: parley models' },
    'max-tokens': { value: 'N', help: 'Longest answer' },
    sources: { help: 'Show the passages that the answer rests on' },
    'no-stream': { help: 'Wait for the whole answer' },
  },
  notes: [
    'With a question as argument, what comes through the pipe is the text to answer from; else it is the question. A pipe through which nothing comes for a minute is left alone.',
  ],
  async run(call) {
    const { values, out, client, io } = call;
    const request = await toRequest(call);
    const options = { signal: io.signal };
    if (out.isJson || values.has('no-stream') || request.response_format) {
      show(await client().answer.create(request, options), call);
      return;
    }
    const stream = client().answer.stream(request, options);
    for await (const event of stream) {
      if (event.type === 'text') out.write(event.text);
      if (event.type === 'thinking') out.status('thinking…');
    }
    out.line();
    const answer = await stream.result();
    showRest(answer, out, values.has('sources'));
  },
};

async function toRequest(call: Call): Promise<Omit<AnswerRequest, 'stream'>> {
  const { values, io, out } = call;
  const [given, ...more] = call.arguments;
  if (more.length > 0) throw new UsageError('Put the question between quotes');
  // Whoever names a text or a file does not mean the pipe, which may stay open for ever.
  const hasText =
    values.text('context') !== undefined || values.list('file').length + values.list('file-id').length > 0;
  const noPipe = () =>
    out.note('Nothing came through the pipe for a minute: asking without it. With < /dev/null nobody waits.');
  const patience = given === undefined ? undefined : { ms: patienceMs, onEnd: noPipe };
  const piped = given !== undefined && hasText ? null : await readPipe(io, patience);
  const query = needed(given ?? (piped ? textOf(piped) : undefined), 'The question');
  const context = values.text('context') ?? (given !== undefined && piped ? textOf(piped) : undefined);
  const schemaFile = values.text('schema');
  const uploaded = await uploadFiles(call, values.list('file'));
  const fileIds = [...values.list('file-id'), ...uploaded.map(({ file_id }) => file_id)];
  return {
    query,
    context,
    model: values.text('model'),
    max_tokens: values.whole('max-tokens'),
    ...(fileIds.length > 0 && { file_ids: fileIds }),
    ...(schemaFile !== undefined && { response_format: readSchema(schemaFile) }),
  };
}

function readSchema(path: string): Record<string, unknown> {
  try {
    const schema: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof schema === 'object' && schema !== null) return { ...schema };
  } catch (error) {
    throw new UsageError(`--schema ${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  throw new UsageError(`--schema ${path} does not hold an object`);
}

function show(answer: Answer, { values, out }: Call): void {
  if (out.isJson) out.json(answer);
  else {
    if (answer.data !== undefined) out.json(answer.data);
    else out.line(answer.answer);
    showRest(answer, out, values.has('sources'));
  }
}

function showRest({ code, sources = [] }: Pick<Answer, 'code' | 'sources'>, out: Output, isWanted: boolean): void {
  if (code === 'needs_model') out.note('This needs a connected model: see docs/guides/models.md, or parley doctor.');
  if (isWanted) for (const source of sources) out.note(sourceLine(source));
}

function sourceLine({ filename, page, quote }: Source): string {
  return `  ${filename}${page === undefined ? '' : `, page ${page}`}: “${quote.replaceAll(/\s+/g, ' ').trim()}”`;
}
