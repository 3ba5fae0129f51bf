import type { Command, Option } from './command.ts';

/** What every command takes. */
export const commonOptions: Readonly<Record<string, Option>> = {
  json: { help: 'The whole result as JSON' },
  quiet: { short: 'q', help: 'Nothing but the result' },
  'base-url': { value: 'URL', help: 'Address of the service (PARLEY_BASE_URL; default http://127.0.0.1:8484)' },
  'api-key': { value: 'KEY', help: 'Workspace key (PARLEY_API_KEY; default: that of parley serve)' },
  'admin-key': { value: 'KEY', help: 'Admin key, for keys, usage and doctor (PARLEY_ADMIN_KEY)' },
  help: { short: 'h', help: 'This text' },
};

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
  return `parley: AI services on your own ground

Usage: parley <command> [arguments] [options]

${lines.join('\n')}

From nothing to an answer about a document of yours:
  parley serve &
  parley ask "What does it say about deadlines?" --file contract.pdf

What comes through a pipe is read; results go to stdout, everything else to stderr.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 service not reachable, 4 key refused, 5 limit or budget, 130 interrupted.
More about a command: parley <command> --help
`;
}

export function commandHelp({ name, summary, usage, options, notes = [] }: Command): string {
  const lines = (entries: Readonly<Record<string, Option>>) =>
    Object.entries(entries).map(([option, { short, value, help, isMultiple }]) => {
      const left = `${short ? `-${short}, ` : '    '}--${option}${value ? ` ${value}` : ''}`;
      return `  ${left.padEnd(26)} ${help}${isMultiple ? ' (may be repeated)' : ''}`;
    });
  const own = Object.keys(options).length > 0 ? `\nOptions:\n${lines(options).join('\n')}\n` : '';
  const rest = notes.length > 0 ? `\n${notes.join('\n')}\n` : '';
  return `${summary}

Usage:
${usage.map((one) => `  parley ${name} ${one}`.trimEnd()).join('\n')}
${own}
For every command:
${lines(commonOptions).join('\n')}
${rest}`;
}
