import { type ConfigSource, list } from './config-source.ts';

/** The least and the most days of each kind. */
const kinds = {
  usage: [3, 3650],
  audit: [1, 3650],
  playground: [1, 3650],
  contents: [1, 365],
  files: [1, 3650],
  runs: [1, 3650],
  pictures: [1, 3650],
} as const;

type Kind = keyof typeof kinds;
/** Days by kind, as the settings of the dashboard name them; what is not in it follows the defaults. */
export type RetentionConfig = Partial<Record<`${Kind}_days`, number>>;

const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

/** `RETENTION=usage=365,files=30`: for how many days things are kept, until somebody chooses otherwise in the dashboard. */
export function readRetentionConfig(source: ConfigSource): RetentionConfig {
  const retention: RetentionConfig = {};
  for (const rule of list(source, 'RETENTION')) {
    const [name = '', days = ''] = rule.split('=').map((part) => part.trim());
    if (!isKind(name)) {
      source.problem(
        'RETENTION',
        `"${rule}" is no rule; write kind=days, with one of ${Object.keys(kinds).join(', ')}`,
      );
      continue;
    }
    const [least, most] = kinds[name];
    const value = Number(days);
    if (Number.isInteger(value) && value >= least && value <= most) retention[`${name}_days`] = value;
    else source.problem('RETENTION', `${name} takes ${least} to ${most} days, not "${days}"`);
  }
  return retention;
}
