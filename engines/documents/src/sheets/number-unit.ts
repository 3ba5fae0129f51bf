/** What a number format writes beside a number: a per cent sign, or a currency before or behind it. */
export type NumberUnit = { kind: 'percent' } | { kind: 'currency'; sign: string; isBefore: boolean; decimals: number };

const currency = /^(?:[\p{Sc}]|[A-Z]{2}\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|Fr\.?|Rp|R\$|лв\.?)$/u;

/** The unit that a format writes, by its number or its code (ECMA-376, part 1, 18.8.30 and 18.8.31); undefined for none. */
export function numberUnit(id: number, code: string | undefined): NumberUnit | undefined {
  if (code === undefined) return id === 9 || id === 10 ? { kind: 'percent' } : undefined;
  const section = code.split(';')[0] ?? '';
  // Signs stand in brackets with their language, in quotation marks, behind a backslash, or as they are.
  const marks = section
    .replace(/\[\$([^[\]-]*)(?:-[^[\]]*)?\]/g, '"$1"')
    .replace(/\[[^[\]]*\]|[_*]./g, '')
    .replace(/\\(.)/g, '"$1"');
  const pattern = marks.replace(/"[^"]*"/g, '');
  if (!/[0#?]/.test(pattern) || /[ymdhs]/i.test(pattern)) return undefined;
  if (pattern.includes('%')) return { kind: 'percent' };
  const digits = marks.replace(/"[^"]*"/g, (quoted) => ' '.repeat(quoted.length)).search(/[0#?]/);
  const found = [...marks.matchAll(/"([^"]*)"|(\p{Sc})/gu)].flatMap((match) => {
    const sign = (match[1] ?? match[2] ?? '').trim();
    return currency.test(sign) ? [{ sign, at: match.index }] : [];
  })[0];
  const decimals = /\.([0#?]*)/.exec(pattern)?.[1]?.length ?? 0;
  return found && { kind: 'currency', sign: found.sign, isBefore: found.at < digits, decimals };
}

/** A number as its format shows it, whole: "12.5 %", "€ 1200.00", "4200 kr". Nothing is rounded away. */
export function withUnit(written: string, unit: NumberUnit): string {
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  if (unit.kind === 'percent') return `${Number((value * 100).toPrecision(15))} %`;
  const digits = written.split('.')[1]?.length ?? 0;
  const amount = /e/i.test(written) || digits >= unit.decimals ? written : value.toFixed(unit.decimals);
  return unit.isBefore ? `${unit.sign} ${amount}` : `${amount} ${unit.sign}`;
}
