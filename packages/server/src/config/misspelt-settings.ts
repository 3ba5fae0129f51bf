import { settingNames } from './settings.ts';

/** What a vendor's setting ends with: before it stands the vendor's name, and short names of other vendors look alike. */
const endings = /_(?:API_KEY|BASE_URL)$/;
const shortStem = 4;
/** Set by Kubernetes and Docker for every service, by its name. */
const fromServices = /_(?:SERVICE_HOST|PORT)(?:_|$)/;
const longName = 10;

export interface Misspelt {
  given: string;
  meant: string;
}

/**
 * Variables that nothing reads and that are one slip of the hand from one that is read, two in long names: such a setting would be taken
 * for set, and the service would run without it. `read` holds what was asked for besides the settings that are documented.
 */
export function misspeltSettings(given: readonly string[], read: ReadonlySet<string>): Misspelt[] {
  return given.flatMap((name) => {
    if (read.has(name) || settingNames.has(name) || fromServices.test(name)) return [];
    const meant = [...settingNames].find((known) => isSlip(name, known));
    return meant === undefined ? [] : [{ given: name, meant }];
  });
}

function isSlip(given: string, known: string): boolean {
  const most = known.length >= longName ? 2 : 1;
  if (Math.abs(given.length - known.length) > most) return false;
  const ending = endings.exec(known)?.[0];
  if (ending && given.endsWith(ending)) {
    const [stem, knownStem] = [given.slice(0, -ending.length), known.slice(0, -ending.length)];
    if (Math.min(stem.length, knownStem.length) <= shortStem) return false;
  }
  return slips(given.toUpperCase(), known) <= most;
}

/** Letters put in, left out, changed, or swapped with the next one. */
function slips(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= to.length; j++) {
      const change = at(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(Math.min(change, at(i - 1, j) + 1, (row[j - 1] ?? 0) + 1, isSwap ? at(i - 2, j - 2) + 1 : change));
    }
  }
  return at(from.length, to.length);
}
