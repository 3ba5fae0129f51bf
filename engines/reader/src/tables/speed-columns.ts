import { columnTraits } from './column-traits.ts';
import type { DataTable } from './data-table.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** A superlative of how fast something is, which has the highest speed and the least time. */
export const asksSpeed =
  /\b(?:fastest|quickest|slowest|schnellste\p{L}*|langsamste\p{L}*)(?!\p{L})|(?<!\p{L})más (?:rápid|lent)[oa]s?(?!\p{L})|(?<!\p{L})plus (?:rapide|lent)(?:e?s?|ment)(?!\p{L})/iu;

const ofSpeed = /(?<!\p{L})(?:speed|pace|velocity|km\/?h|mph|knots|geschwindigkeit|tempo|velocidad|vitesse)(?!\p{L})/iu;
const ofTime =
  /(?<!\p{L})(?:times?|duration|lead time|days?|hours?|hrs|minutes?|mins?|seconds?|secs?|weeks?|dauer|\p{L}*zeit|tage|stunden|minuten|sekunden|wochen|duración|tiempo|días|horas|minutos|segundos|durée|temps|jours|heures)(?!\p{L})/iu;

const plain = (column: number, { headings }: DataTable): string => (headings[column] ?? '').replaceAll('_', ' ');

/** A column of how fast: km/h, knots. */
export const tellsSpeed = (column: number, table: DataTable): boolean => ofSpeed.test(plain(column, table));

/** A column of how long something takes, or when it is done. */
export function tellsTime(column: number, table: DataTable): boolean {
  const kind = table.kinds[column];
  if (tellsSpeed(column, table) || kind === 'text' || kind === 'boolean') return false;
  return (
    kind === 'duration' ||
    kind === 'date' ||
    ofTime.test(plain(column, table)) ||
    columnTraits(column, table).dimensions.has('time')
  );
}
