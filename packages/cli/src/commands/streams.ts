import { type Command, needed, UsageError } from '../command.ts';

const actions = ['read', 'stop'] as const;

export const streams: Command = {
  name: 'streams',
  summary: 'Take a resumable stream up again, or stop it',
  usage: ['read <id> [--after NUMBER]', 'stop <id>'],
  actions,
  options: {
    after: { value: 'NUMBER', help: 'The id of the last event that came (default 0: all events)' },
  },
  notes: ['The id is what the header x-parley-stream of the call said. read waits for the end of the stream.'],
  async run({ client, out, io, values, arguments: [action, given] }) {
    const isAction = actions.some((known) => known === action);
    if (!isAction) throw new UsageError(`There is no ${action ?? 'action'}; one of ${actions.join(', ')}`);
    const id = needed(given, 'The id of the stream');
    if (action === 'stop') {
      const stopped = await client().streams.cancel(id, { signal: io.signal });
      return out.isJson ? out.json(stopped) : out.line(stopped.status);
    }
    const after = values.whole('after') ?? 0;
    const events = await client().streams.read(id, { after }, { signal: io.signal });
    if (out.isJson) return out.json({ id, events });
    return out.line(events.trimEnd());
  },
};
