import type { Parley } from '@parley/sdk';
import type { Io } from './io.ts';
import type { Output } from './output.ts';
import { UsageError } from './usage-error.ts';

export { UsageError };

export interface Option {
  /** What stands for its value in the help; none for a switch. */
  value?: string;
  short?: string;
  /** May be given several times. */
  isMultiple?: boolean;
  help: string;
  /** What completion offers. */
  choices?: readonly string[];
}

/** A word of the command line. */
export interface Command {
  name: string;
  summary: string;
  /** Ways to call it, without `parley` and its name. */
  usage: readonly string[];
  /** What its first argument can be, where that is a fixed word. */
  actions?: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** Sentences below the options. */
  notes?: readonly string[];
  /** The exit code; 0 when nothing is said. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands end without a word
  run(call: Call): Promise<number | void>;
}

/** One use of a command. */
export interface Call {
  arguments: string[];
  values: Values;
  io: Io;
  out: Output;
  /** Made when it is first asked for. */
  client(): Parley;
}

/** The options that were given. */
export class Values {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  list(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  whole(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d+$/.test(value)) throw new UsageError(`--${name} takes a whole number, not ${value}`);
    return Number(value);
  }

  number(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value === '' || Number.isNaN(Number(value))) throw new UsageError(`--${name} takes a number, not ${value}`);
    return Number(value);
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    const found = choices.find((choice) => choice === value);
    if (value !== undefined && !found)
      throw new UsageError(`--${name} takes one of ${choices.join(', ')}, not ${value}`);
    return found;
  }
}

/** The argument at a place, or a usage error that says what is missing. */
export function needed(given: string | undefined, what: string): string {
  if (given === undefined || given.trim() === '') throw new UsageError(`${what} is missing`);
  return given;
}
