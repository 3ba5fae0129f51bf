import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { type Command, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { needFile } from '../io.ts';

const formats = ['text', 'srt', 'vtt', 'json', 'verbose_json'] as const;

export const transcribe: Command = {
  name: 'transcribe',
  summary: 'Write down what is said in sound files',
  usage: ['<file>… [options]'],
  options: {
    model: { value: 'NAME', help: 'provider/model; default: what the operator has set up' },
    language: { value: 'CODE', help: 'Such as de; default: found out' },
    prompt: { value: 'TEXT', help: 'Words that are likely in it' },
    format: { value: 'NAME', help: `One of ${formats.join(', ')} (default text)` },
    translate: { help: 'Into English' },
  },
  async run(call) {
    const { out, io, values, client } = call;
    if (call.arguments.length === 0) throw new UsageError('A file is missing');
    const given = values.text('format') ?? 'text';
    const format = formats.find((known) => known === given);
    if (format === undefined) throw new UsageError(`--format must be one of ${formats.join(', ')}`);
    for (const name of call.arguments) needFile(name);
    for (const name of call.arguments) {
      io.signal.throwIfAborted();
      out.status(`${name}: listening…`);
      const form = new FormData();
      form.append('response_format', out.isJson ? 'json' : format);
      for (const field of ['model', 'language', 'prompt'] as const) {
        const value = values.text(field);
        if (value !== undefined) form.append(field, value);
      }
      form.append('file', await openAsBlob(name), basename(name));
      const id = values.has('translate') ? 'createTranslation' : 'createTranscription';
      const heard = await client().api[id]({ form }, { signal: io.signal });
      if (out.isJson) out.json(heard);
      else out.line(typeof heard === 'string' ? heard.trimEnd() : JSON.stringify(heard));
    }
    return exitCodes.ok;
  },
};
