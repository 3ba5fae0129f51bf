import { writeFile } from 'node:fs/promises';
import { type Command, needed, UsageError } from '../command.ts';
import { readPipe, textOf } from '../io.ts';

const formats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;

export const speak: Command = {
  name: 'speak',
  summary: 'Say a text aloud, into a sound file',
  usage: ['"…" --output talk.mp3 [options]', '--output talk.mp3 < text.txt'],
  options: {
    output: { value: 'PATH', short: 'o', help: 'Where the sound is written (default: stdout)' },
    voice: { value: 'NAME', help: 'Default: alloy' },
    model: { value: 'NAME', short: 'm', help: 'provider/model; default: what the operator has set up' },
    format: {
      value: 'NAME',
      choices: formats,
      help: `One of ${formats.join(', ')} (default: that of the path, else mp3)`,
    },
    instructions: { value: 'TEXT', help: 'How it is to be said' },
    speed: { value: 'NUMBER', help: '0.25 to 4 (default 1)' },
  },
  async run({ arguments: given, client, io, out, values }) {
    const piped = given.length === 0 ? await readPipe(io) : null;
    const input = needed(piped === null ? given.join(' ') : textOf(piped), 'A text');
    const path = values.text('output');
    if (path === undefined && out.isTerminal)
      throw new UsageError('A terminal cannot play this; give --output PATH, or a pipe');
    const format =
      values.oneOf('format', formats) ?? formats.find((known) => path?.toLowerCase().endsWith(`.${known}`));
    const request = {
      input,
      voice: values.text('voice') ?? 'alloy',
      model: values.text('model'),
      response_format: format,
      instructions: values.text('instructions'),
      speed: values.number('speed'),
    };
    out.status('speaking…');
    const sound = await client().audio.speak(request, { signal: io.signal });
    const bytes = Buffer.from(await sound.arrayBuffer());
    if (path === undefined) {
      io.stdout.write(bytes);
      return;
    }
    await writeFile(path, bytes);
    if (out.isJson) return out.json({ path, bytes: bytes.length, type: sound.type });
    return out.note(`${bytes.length} bytes in ${path}`);
  },
};
