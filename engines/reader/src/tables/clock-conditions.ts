import { cellDate, type DataTable, type TableRow } from './data-table.ts';
import { type ParseState, useWords } from './parse-state.ts';
import type { Condition } from './row-conditions.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

type Side = 'before' | 'after' | 'at';

const side =
  '(?<side>(?:(?:any time |some time )?(?:after|past)|later than|from|ab|nach|(?:después|a partir) de(?: las?)?)|(?:before|earlier than|by|until|vor|bis|antes de(?: las?)?)|(?:at|um|a las?))';
const clock =
  "(?:(?<hour>\\d{1,2})(?:[:.h](?<minute>\\d{2}))?\\s*(?<half>[ap]\\.?\\s?m\\b\\.?|o[’']clock\\b|uhr\\b)?|(?<noon>noon|midday|mittags?|mediodía))";
const pattern = new RegExp(
  `(?<!\\p{L})${side}\\s+(?:about |around )?${clock}(?![\\d%€$£]|[.,:]\\d|\\s?(?:${'\\p{Sc}'}|percent|per cent))`,
  'iu',
);
const partOfDay: readonly [RegExp, string, string][] = [
  [/\b(?:in the |this |every )?mornings?\b|\bvormittags?\b|\bpor la mañana\b/iu, '00:00', '11:59'],
  [/\b(?:in the )?afternoons?\b|\bnachmittags?\b|\bpor la tarde\b/iu, '12:00', '17:59'],
];

/** Whether every cell of a column is a time of day, and some are. */
function isClock(column: number, { kinds, rows }: DataTable): boolean {
  if (kinds[column] !== 'date') return false;
  const filled = rows.flatMap((row) => timeOf(row, column) ?? []);
  return (
    filled.length > 0 && rows.every(({ cells }) => /^(?:[-–—]?|\d{1,2}[:.]\d{2}.*)$/u.test(cells[column]?.trim() ?? ''))
  );
}

/** The time of day of a cell as text that sorts; undefined where it has none. */
function timeOf({ cells }: TableRow, column: number): string | undefined {
  return /^\d{2}:\d{2}/.exec(cellDate(cells[column] ?? '') ?? '')?.[0];
}

/**
 * "after 10:00", "before noon", "at 2:15 pm", "in the afternoon": rows whose time of day is so, in the column that the question names, or the only
 * one, or that of the start. Empty where the question names no time or the table has no such column.
 */
export function clockConditions(state: ParseState): Condition[] {
  const { question, words, table, named, used } = state;
  const clocks = [...table.kinds.keys()].filter((column) => isClock(column, table));
  const [only, second] = clocks.filter((each) => named.has(each));
  if (second !== undefined) return [];
  const column =
    only ?? (clocks.length === 1 ? clocks[0] : clocks.find((each) => startHeading.test(table.headings[each] ?? '')));
  if (column === undefined) return [];
  const heading = table.headings[column] ?? '';
  const found = pattern.exec(question);
  const { hour, minute, half, noon } = found?.groups ?? {};
  const isTime = noon !== undefined || minute !== undefined || half !== undefined || named.has(column);
  if (found && isTime && Number(hour ?? 12) < 25) {
    useWords(found, state);
    const limit = limitOf({ hour: Number(hour ?? 12), minute: minute ?? '00', half }, column, table);
    const which = sideOf(found.groups?.side ?? '');
    return [
      {
        column,
        text: `${heading} is ${which} ${limit}`,
        test: (row) => holds(timeOf(row, column), which, limit),
      },
    ];
  }
  const part = partOfDay.find(([named_]) => named_.test(question));
  const match = part?.[0].exec(question);
  if (!part || !match) return [];
  // A word that stands for a value of the rows, such as a shift, has been taken for that.
  const free = words.filter(
    (word) => word.start >= match.index && word.start < match.index + match[0].length && !word.isStop,
  );
  if (free.length === 0 || free.every((word) => used.has(word))) return [];
  useWords(match, state);
  const [, from, to] = part;
  const test = (row: TableRow) => {
    const time = timeOf(row, column);
    return time !== undefined && time >= from && time <= to;
  };
  return [{ column, text: `${heading} is from ${from} to ${to}`, test }];
}

const startHeading =
  /(?:^|[^\p{L}])(?:start(?:s|ed)?|from|begins?|departs?|departure|time|beginn|von|ab|abfahrt|uhrzeit|inicio|salida|hora)(?:[^\p{L}]|$)/iu;

const sideOf = (said: string): Side =>
  /^(?:at|um|a las?)$/iu.test(said) ? 'at' : /before|earlier|by|until|vor|bis|antes/iu.test(said) ? 'before' : 'after';

function holds(time: string | undefined, which: Side, limit: string): boolean {
  if (time === undefined) return false;
  return which === 'at' ? time === limit : which === 'before' ? time < limit : time > limit;
}

/** Of an hour that may be of the morning or of the afternoon the one that the table has times of. */
function limitOf(
  { hour, minute, half }: { hour: number; minute: string; half: string | undefined },
  column: number,
  table: DataTable,
): string {
  const isAfternoon = /^p/iu.test(half ?? '');
  const isMorning = /^a/iu.test(half ?? '');
  const text = (hours: number) => `${String(hours).padStart(2, '0')}:${minute}`;
  if (isAfternoon) return text((hour % 12) + 12);
  if (isMorning) return text(hour % 12);
  const earliest = table.rows.flatMap((row) => timeOf(row, column) ?? []).sort()[0] ?? '';
  return hour < 12 && text(hour) < earliest && text(hour + 12) > earliest ? text(hour + 12) : text(hour);
}
