import {
  formatBytes,
  formatCost,
  formatDateTime,
  formatDuration,
  formatExact,
  formatNumber,
  formatPast,
  formatRelative,
} from '../lib/format.ts';
import { useLanguage } from '../lib/language.ts';
import { useNow } from '../lib/now.ts';
import { useUiText } from './ui-text.ts';

interface TimeProps {
  value: string | null | undefined;
  isFull?: boolean;
  /** It may lie in the future, such as the end of a key. Others are past, however far the clocks of two machines are apart. */
  mayBeAhead?: boolean;
}

/** A moment in the reader's zone: how long ago, or day and time with `isFull`. The title has it to the second. */
export function Time({ value, isFull = false, mayBeAhead = false }: TimeProps) {
  const language = useLanguage();
  const text = useUiText();
  const now = useNow();
  if (!value) return <span className="text-muted">{text.never}</span>;
  const date = new Date(value);
  return (
    <time dateTime={value} title={formatExact(date, language)} className="whitespace-nowrap tabular-nums">
      {isFull ? formatDateTime(date, language) : (mayBeAhead ? formatRelative : formatPast)(date, now, language)}
    </time>
  );
}

export function NumberValue({ value, digits = 0 }: { value: number; digits?: number }) {
  return <span className="tabular-nums">{formatNumber(value, useLanguage(), digits)}</span>;
}

/** US dollars. `isKnown` is false where a price was missing: then it is no less than that, or nothing is known. */
export function Money({ usd, isKnown = true }: { usd: number; isKnown?: boolean }) {
  const text = useUiText();
  const cost = formatCost({ usd, isKnown, language: useLanguage() }, text);
  return (
    <span className="tabular-nums" title={isKnown ? undefined : text.costUnknownHint}>
      {cost}
    </span>
  );
}

export function Bytes({ value }: { value: number }) {
  return <span className="whitespace-nowrap tabular-nums">{formatBytes(value, useLanguage())}</span>;
}

export function Duration({ ms }: { ms: number }) {
  return <span className="whitespace-nowrap tabular-nums">{formatDuration(ms, useLanguage())}</span>;
}
