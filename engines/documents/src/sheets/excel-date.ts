const dayMs = 86_400_000;

/** What a number format makes of a number. */
export type NumberStyle = 'plain' | 'date' | 'time' | 'datetime' | 'duration';

const builtIn: Record<number, NumberStyle> = {
  14: 'date',
  15: 'date',
  16: 'date',
  17: 'date',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'datetime',
  27: 'date',
  28: 'date',
  29: 'date',
  30: 'date',
  31: 'date',
  32: 'time',
  33: 'time',
  34: 'time',
  35: 'time',
  36: 'date',
  45: 'time',
  46: 'duration',
  47: 'time',
  50: 'date',
  51: 'date',
  52: 'date',
  53: 'date',
  54: 'date',
  55: 'time',
  56: 'time',
  57: 'date',
  58: 'date',
};

/** Style of a number format by its number and, for those that the file defines, its code. */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return builtIn[id] ?? 'plain';
  if (/\[(h+|m+|s+)\]/i.test(code)) return 'duration';
  // Quoted text, escaped characters, colours and conditions are no part of the pattern.
  const pattern = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\[[^[\]]*\]/g, '').toLowerCase();
  if (/general/.test(pattern)) return 'plain';
  const hasDay = /[yd]/.test(pattern) || /m{3,}/.test(pattern) || /^m+$/.test(pattern.trim());
  const hasTime = /[hs]/.test(pattern) || /am\/pm/.test(pattern);
  if (hasDay) return hasTime ? 'datetime' : 'date';
  return hasTime ? 'time' : 'plain';
}

/** A serial number as ISO text. Whole days have no time, times of no day have no date. */
export function excelDate(serial: number, style: NumberStyle, is1904: boolean): string {
  if (style === 'duration') return duration(serial);
  if (serial < 0 || serial > 2_958_466) return String(serial);
  if (style === 'time' && serial < 1) return clock(Math.round(serial * dayMs));
  // The calendar of 1900 has a day too many, February 29: day 60.
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const moment = new Date(Math.round((days - 25_569) * 86_400) * 1000);
  const iso = moment.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19);
}

function duration(serial: number): string {
  const seconds = Math.round(Math.abs(serial) * 86_400);
  const hours = Math.floor(seconds / 3600);
  return `${serial < 0 ? '-' : ''}${hours}:${clock((seconds % 3600) * 1000).slice(3)}`;
}

function clock(ms: number): string {
  return new Date(ms % dayMs).toISOString().slice(11, 19);
}

/** A number as Excel shows it at most: 15 digits, so that 0.1 + 0.2 is 0.3. */
export function excelNumber(raw: string): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  return raw.length <= 15 && !/e/i.test(raw) ? raw : String(Number(value.toPrecision(15)));
}
