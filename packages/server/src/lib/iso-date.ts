/**
 * A date as others write it, as ISO 8601; undefined for what is no date. "2 days ago" counts from `now`; a time without
 * a zone is taken as UTC, so that the answer does not depend on where this process runs.
 */
export function isoDate(value: string | undefined, now: number): string | undefined {
  if (value === undefined) return undefined;
  const ago = /^(\d+)\s+(minute|hour|day|week|month|year)s?\s+ago$/i.exec(value.trim());
  if (ago) {
    const unit = { minute: 1, hour: 60, day: 1440, week: 10_080, month: 43_200, year: 525_600 }[
      (ago[2] ?? '').toLowerCase()
    ];
    return new Date(now - Number(ago[1]) * (unit ?? 0) * 60_000).toISOString();
  }
  const text = value.trim();
  const time = Date.parse(hasZone(text) ? text : /^\d{4}-\d\d-\d\dT/.test(text) ? `${text}Z` : `${text} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function hasZone(text: string): boolean {
  return /^\d{4}(?:-\d\d(?:-\d\d)?)?$|(?:Z|[+-]\d\d:?\d\d|\b(?:GMT|UTC|[ECMP][SD]T))$/i.test(text);
}
