/** Where settings come from, and where what is wrong with them is collected. */
export interface ConfigSource {
  env: Readonly<Record<string, string | undefined>>;
  /** The parsed `parley.config.json`; empty when there is none. */
  file: Readonly<Record<string, unknown>>;
  /** Notes that a setting is wrong. The start stops after all sections were read, with every problem listed. */
  problem(setting: string, message: string): void;
}

/** A text setting; blank counts as not set. */
export function text({ env }: ConfigSource, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

export function integer(
  source: ConfigSource,
  name: string,
  options: { default: number; min: number; max: number },
): number {
  const given = text(source, name);
  if (given === undefined) return options.default;
  const value = Number(given);
  if (Number.isInteger(value) && value >= options.min && value <= options.max) return value;
  source.problem(name, `must be a whole number from ${options.min} to ${options.max}, not "${given}"`);
  return options.default;
}

export function flag(source: ConfigSource, name: string, fallback = false): boolean {
  const given = text(source, name)?.toLowerCase();
  if (given === undefined) return fallback;
  if (['true', '1', 'yes', 'on'].includes(given)) return true;
  if (['false', '0', 'no', 'off'].includes(given)) return false;
  source.problem(name, `must be true or false, not "${given}"`);
  return fallback;
}

export function oneOf<const Choice extends string>(
  source: ConfigSource,
  name: string,
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
): Choice {
  const given = text(source, name);
  if (given === undefined) return fallback;
  const choice = choices.find((candidate) => candidate === given.toLowerCase());
  if (choice !== undefined) return choice;
  source.problem(name, `must be one of ${choices.join(', ')}, not "${given}"`);
  return fallback;
}

/** An address with one of the given schemes. */
export function url(source: ConfigSource, name: string, schemes: readonly string[]): string | undefined {
  const given = text(source, name);
  if (given === undefined) return undefined;
  const scheme = URL.canParse(given) ? new URL(given).protocol.slice(0, -1) : null;
  if (scheme !== null && schemes.includes(scheme)) return given;
  // The value itself may hold a password, so it is not repeated.
  source.problem(name, `must be an address that starts with ${schemes.map((known) => `${known}://`).join(' or ')}`);
  return undefined;
}

/** A comma-separated list; empty when not set. */
export function list(source: ConfigSource, name: string): string[] {
  return (text(source, name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
