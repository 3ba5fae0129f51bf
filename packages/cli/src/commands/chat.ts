import { createInterface } from 'node:readline';
import type { ConversationMessage } from '@parley/sdk';
import { type Call, type Command, UsageError } from '../command.ts';
import { exitCodes, explain } from '../exit-codes.ts';
import { findService } from '../settings.ts';
import { uploadFiles } from '../upload-files.ts';

export const chat: Command = {
  name: 'chat',
  summary: 'Talk with a model, line by line',
  usage: ['[options]', '< lines.txt'],
  options: {
    file: { value: 'PATH', short: 'f', isMultiple: true, help: 'Upload a file to talk about' },
    system: { value: 'TEXT', help: 'How the assistant should behave' },
    model: { value: 'NAME', short: 'm', help: 'A model of: parley models' },
  },
  notes: [
    'In the chat: /file PATH adds a file, /reset begins anew, /exit ends. With --json each reply is one line of JSON.',
  ],
  async run(call) {
    const { values, out, io } = call;
    if (call.arguments.length > 0) throw new UsageError('chat takes no arguments; ask one question with: parley ask');
    const talk = new Talk(call);
    await talk.add(values.list('file'));
    const isTerminal = io.stdin.isTTY === true && io.stdout.isTTY === true;
    if (isTerminal) out.note('End with /exit or Ctrl-D.');
    const lines = createInterface({ input: io.stdin, ...(isTerminal && { output: io.stdout }), prompt: '> ' });
    io.signal.addEventListener('abort', () => lines.close(), { once: true });
    if (isTerminal) lines.prompt();
    let exitCode: number = exitCodes.ok;
    for await (const line of lines) {
      if (line.trim() === '/exit') break;
      try {
        await talk.say(line.trim());
      } catch (error) {
        // A slip must not end a talk in a terminal; a script has to learn of it.
        if (!isTerminal || io.signal.aborted) throw error;
        const explained = explain(error, findService(values, io.env).base_url);
        out.error(explained.text);
        exitCode = explained.exitCode;
      }
      if (isTerminal) lines.prompt();
    }
    lines.close();
    return exitCode;
  },
};

/** A conversation with its history. */
class Talk {
  readonly #call: Call;
  #messages: ConversationMessage[] = [];
  #newFiles: string[] = [];

  constructor(call: Call) {
    this.#call = call;
  }

  async add(paths: string[]): Promise<void> {
    const files = await uploadFiles(this.#call, paths);
    this.#newFiles.push(...files.map(({ file_id }) => file_id));
    for (const { filename, processing_summary } of files)
      this.#call.out.note(`${filename}: ${processing_summary ?? 'ready'}`);
  }

  async say(line: string): Promise<void> {
    if (line === '') return;
    if (line === '/reset') {
      this.#messages = [];
      return;
    }
    if (line.startsWith('/file ')) return this.add([line.slice(6).trim()]);
    await this.#reply(line);
  }

  async #reply(content: string): Promise<void> {
    const { client, out, values, io } = this.#call;
    const files = this.#newFiles.length > 0 ? { file_ids: this.#newFiles } : {};
    const messages: ConversationMessage[] = [...this.#messages, { role: 'user', content, ...files }];
    const request = { messages, system_prompt: values.text('system'), model: values.text('model') };
    const stream = client().conversation.stream(request, { signal: io.signal });
    for await (const event of stream) if (event.type === 'text' && !out.isJson) out.write(event.text);
    const reply = await stream.result();
    out.line(out.isJson ? JSON.stringify(reply) : '');
    this.#messages = [...messages, { role: 'assistant', content: reply.response }];
    this.#newFiles = [];
  }
}
