/** A date that stands in a text. */
export interface FoundDate {
  text: string;
  start: number;
  end: number;
  /** `YYYY-MM-DD`. */
  iso: string;
  /** `hh:mm:ss` where a time follows. */
  time: string | undefined;
}

const monthNames: string[] = [
  'jan january janvier enero januar januari gennaio janeiro',
  'feb february février fevrier febrero februar februari febbraio fevereiro',
  'mar march mars marzo märz maart março',
  'apr april avril abril aprile',
  'may mai mayo mei maggio maio',
  'jun june juin junio juni giugno junho',
  'jul july juillet julio juli luglio julho',
  'aug august août aout agosto augustus',
  'sep sept september septembre septiembre settembre setembro',
  'oct october octobre octubre oktober okt ottobre outubro',
  'nov november novembre noviembre novembro',
  'dec december décembre decembre diciembre dezember dez dicembre dezembro dec',
];
const monthOf = new Map(
  monthNames.flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, index + 1])),
);

const word = '\\p{L}{3,10}\\.?';
const patterns: [RegExp, (groups: string[]) => [number, number, number] | undefined][] = [
  [
    /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu,
    ([y = '', m = '', d = '']) => [Number(y), Number(m), Number(d)],
  ],
  [/(?<!\d)(\d{4})年(\d{1,2})月(\d{1,2})日/gu, ([y = '', m = '', d = '']) => [Number(y), Number(m), Number(d)]],
  [
    /(?<![\d.])(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?![\d.]\d|\d)/gu,
    ([a = '', b = '', y = '']) => dayFirst(a, b, y),
  ],
  [
    new RegExp(
      `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?[\\s\\-/]*(?:de\\s+|of\\s+)?(${word})[\\s\\-/,]*(?:de\\s+|of\\s+)?(\\d{4}|\\d{2}(?!\\d|:))`,
      'giu',
    ),
    ([d = '', m = '', y = '']) => named(d, m, y),
  ],
  [
    new RegExp(`(?<!\\p{L})(${word})\\s*(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})`, 'giu'),
    ([m = '', d = '', y = '']) => named(d, m, y),
  ],
  [
    /(?<!\d)(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/gu,
    ([y = '', m = '', d = '']) => [Number(y), Number(m), Number(d)],
  ],
];

/** All dates of a text, in reading order. In `03/04/2024` the day comes first unless it cannot. */
export function findDates(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const [pattern, read] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      const date = read(match.slice(1));
      if (!date || !isDay(date) || found.some((other) => other.start < end && start < other.end)) continue;
      const time = /^[T,\s]{1,3}(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?/i.exec(text.slice(end, end + 16));
      found.push({ text: match[0], start, end, iso: toIso(date), time: time ? toTime(time) : undefined });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function dayFirst(first: string, second: string, year: string): [number, number, number] {
  const [a, b] = [Number(first), Number(second)];
  return b > 12 ? [fullYear(year), a, b] : [fullYear(year), b, a];
}

function named(day: string, month: string, year: string): [number, number, number] | undefined {
  const number = monthOf.get(month.toLowerCase().replace('.', ''));
  return number === undefined ? undefined : [fullYear(year), number, Number(day)];
}

const fullYear = (year: string): number =>
  year.length === 2 ? (Number(year) > 69 ? 1900 : 2000) + Number(year) : Number(year);

function isDay([year, month, day]: [number, number, number]): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && year <= 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const two = (value: number): string => String(value).padStart(2, '0');
const toIso = ([year, month, day]: [number, number, number]): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

function toTime([, hours = '', minutes = '', seconds = '00', half]: RegExpExecArray): string {
  const hour = (Number(hours) % (half ? 12 : 24)) + (half?.toLowerCase() === 'pm' ? 12 : 0);
  return `${two(hour)}:${minutes}:${seconds}`;
}
