import { type Command, UsageError } from '../command.ts';
import { commonOptions } from '../help.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Prints a script that completes commands, their actions and options. */
export function completion(others: readonly Command[]): Command {
  const command: Command = {
    name: 'completion',
    summary: 'Print a completion script for bash, zsh or fish',
    usage: [...shells],
    actions: shells,
    options: {},
    notes: [
      'bash:  source <(parley completion bash)       in ~/.bashrc',
      'zsh:   source <(parley completion zsh)        in ~/.zshrc, after compinit',
      'fish:  parley completion fish > ~/.config/fish/completions/parley.fish',
    ],
    async run({ out, arguments: [shell] }) {
      const all = [...others, command];
      if (shell === 'bash') return out.write(bash(all));
      if (shell === 'zsh') return out.write(zsh(all));
      if (shell === 'fish') return out.write(fish(all));
      throw new UsageError(`Which shell? One of ${shells.join(', ')}`);
    },
  };
  return command;
}

const optionsOf = ({ options }: Command) => Object.entries({ ...options, ...commonOptions });

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const words = [...(command.actions ?? []), ...optionsOf(command).map(([name]) => `--${name}`)];
    return `    ${command.name}) words="${words.join(' ')}" ;;`;
  });
  const values = commands.flatMap((command) =>
    Object.entries(command.options).flatMap(([name, { choices }]) =>
      choices ? [`    ${command.name}:--${name}) words="${choices.join(' ')}" ;;`] : [],
    ),
  );
  return `_parley() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  case "$command:$before" in
${values.join('\n')}
    *) if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')} help"; else case "$command" in
${cases.join('\n')}
    esac; fi ;;
  esac
  COMPREPLY=( $(compgen -W "$words" -- "$word") )
}
complete -o default -F _parley parley
`;
}

/** zsh reads bash's functions. */
const zsh = (commands: readonly Command[]): string => `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;

function fish(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap((command) => {
    const inside = `-n '__fish_seen_subcommand_from ${command.name}'`;
    return [
      `complete -c parley -f -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.summary)}`,
      ...(command.actions ? [`complete -c parley ${inside} -a ${quoted(command.actions.join(' '))}`] : []),
      ...optionsOf(command).map(([name, { help, value, choices }]) => {
        const takes = value === undefined ? '' : choices ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
        return `complete -c parley ${inside} -l ${name} -d ${quoted(help)}${takes}`;
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}
