import type { CompleteRequestParams, GetPromptResult, Prompt, PromptMessage } from '@modelcontextprotocol/server';
import { readFileId, researchDepths, type Scope } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { FileService } from '../../knowledge/files/file-service.ts';
import { fileUri } from './mcp-resources.ts';

/** What a person picks in a client; the text that it becomes is read by the model of that client, which has our tools. */
interface OfferedPrompt extends Prompt {
  name: string;
  arguments: { name: string; description: string; required: boolean }[];
  scopes: readonly Scope[];
  write(given: Readonly<Record<string, string>>): string;
}

interface NamedFile {
  fileId: string;
  filename: string;
}

type Files = Pick<FileService, 'list' | 'metadata'>;

/** The protocol's own limit. */
const mostCompletions = 100;
const longestArgument = 20_000;
/** An argument that is a file: completed by the names that there are, and handed on as a link to its text. */
const fileArgument = 'file';

const offered: readonly OfferedPrompt[] = [
  {
    name: 'ask_files',
    title: 'Ask my files',
    description: 'Answers a question from the files that were uploaded, with the passages that the answer rests on.',
    arguments: [
      { name: 'question', description: 'What you want to know.', required: true },
      { name: fileArgument, description: 'Name or id of one file. Default: whichever fit.', required: false },
    ],
    scopes: ['text', 'files'],
    write: ({ question = '', file_id }) =>
      [
        file_id === undefined
          ? 'Find the files that the question is about with list_files, then answer it with the tool answer, naming their ids in file_ids.'
          : `Answer the question with the tool answer and file_ids ["${file_id}"].`,
        'Say what its sources say and nothing beyond them, and name file and page of each source. If they do not answer it, say so.',
        `Question: ${question}`,
      ].join('\n\n'),
  },
  {
    name: 'extract_data',
    title: 'Take data out of a file',
    description: 'Reads the named fields out of one file, as data.',
    arguments: [
      { name: fileArgument, description: 'Name or id of the file.', required: true },
      { name: 'fields', description: 'What to read, such as: invoice number, date, total.', required: true },
    ],
    scopes: ['text', 'files'],
    write: ({ fields = '', file_id = '' }) =>
      [
        `Call the tool answer with file_ids ["${file_id}"] and a response_format: a JSON Schema of type object with one property for each field below, none of them required.`,
        'Show the data as a table. A field that the file does not hold stays empty; do not guess it.',
        `Fields: ${fields}`,
      ].join('\n\n'),
  },
  {
    name: 'research',
    title: 'Research a question',
    description: 'Searches and reads the web, and reports with a quoted passage behind each statement.',
    arguments: [
      { name: 'question', description: 'What you want to know.', required: true },
      { name: 'depth', description: `${researchDepths.join(', ')}. Default: standard.`, required: false },
    ],
    scopes: ['research'],
    write: ({ question = '', depth = 'standard' }) =>
      [
        `Call the tool deep_research with depth "${depth}" and the question below as instructions. It takes minutes: if you cannot wait, set background and look with get_research.`,
        'Give the report with its citations as they are; add nothing that it does not say.',
        `Question: ${question}`,
      ].join('\n\n'),
  },
];

/** The prompts that a caller has: those whose tools its key has the scopes for. */
export class McpPrompts {
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  list(call: Call): Prompt[] {
    return allowed(call).map(({ name, title, description, arguments: given }) => ({
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      arguments: given,
    }));
  }

  /** Throws `not_found` for a prompt that is not there, `invalid_request` for arguments, `file_not_found`. */
  async get(call: Call, name: string, given: Readonly<Record<string, string>>): Promise<GetPromptResult> {
    const prompt = allowed(call).find((one) => one.name === name);
    if (!prompt) throw new AppError('not_found', `There is no prompt ${name.slice(0, 100)}`);
    checkArguments(prompt, given);
    const wanted = given[fileArgument];
    const file = wanted === undefined ? undefined : await this.#find(call, wanted);
    const text = prompt.write({ ...given, ...(file && { file_id: file.fileId }) });
    const messages: PromptMessage[] = [
      ...(file ? [linkTo(file)] : []),
      { role: 'user', content: { type: 'text', text } },
    ];
    return { ...(prompt.description !== undefined && { description: prompt.description }), messages };
  }

  /** What an argument could go on as: names of files, newest first, and depths of research. */
  async complete(call: Call, { ref, argument: { name, value } }: CompleteRequestParams): Promise<string[]> {
    if (name === 'depth') return researchDepths.filter((depth) => depth.startsWith(value.toLowerCase()));
    const isFile = ref.type === 'ref/prompt' ? name === fileArgument : name === 'file_id';
    if (!isFile || !call.scopes.includes('files')) return [];
    const part = value.slice(0, 500);
    const { data } = await this.#files.list(call, { limit: mostCompletions, ...(part !== '' && { name: part }) });
    // A template has room for an id alone.
    const values = data.map(({ file_id, filename }) => (ref.type === 'ref/prompt' ? filename : file_id));
    return [...new Set(values)];
  }

  /** By its id, else the newest of that name. */
  async #find(call: Call, wanted: string): Promise<NamedFile> {
    const [byId] = await this.#files.metadata(call, [readFileId(wanted.slice(0, 500))]);
    if (byId) return { fileId: byId.file_id, filename: byId.filename };
    const { data } = await this.#files.list(call, { limit: mostCompletions, name: wanted.slice(0, 500) });
    const found = data.find(({ filename }) => filename.toLowerCase() === wanted.toLowerCase());
    if (found) return { fileId: found.file_id, filename: found.filename };
    throw new AppError('file_not_found', `There is no file ${wanted.slice(0, 200)}`);
  }
}

const allowed = ({ scopes }: Call): OfferedPrompt[] =>
  offered.filter((prompt) => prompt.scopes.every((scope) => scopes.includes(scope)));

function checkArguments({ name, arguments: known }: OfferedPrompt, given: Readonly<Record<string, string>>): void {
  const problems = [
    ...known
      .filter((one) => one.required && (given[one.name] ?? '').trim() === '')
      .map((one) => `${one.name} is missing`),
    ...Object.entries(given)
      .filter(([, value]) => value.length > longestArgument)
      .map(([argument]) => `${argument.slice(0, 100)} has more than ${longestArgument} characters`),
    ...Object.keys(given)
      .filter((argument) => !known.some((one) => one.name === argument))
      .map((argument) => `there is no ${argument.slice(0, 100)}`),
    ...(name === 'research' && given.depth !== undefined && !researchDepths.some((depth) => depth === given.depth)
      ? [`depth must be one of ${researchDepths.join(', ')}`]
      : []),
  ];
  if (problems.length > 0) throw new AppError('invalid_request', `${problems.join('; ')}.`);
}

function linkTo({ fileId, filename }: NamedFile): PromptMessage {
  return {
    role: 'user',
    content: { type: 'resource_link', uri: fileUri(fileId), name: filename, mimeType: 'text/markdown' },
  };
}
