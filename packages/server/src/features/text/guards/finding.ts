/** A place in a text that a guard has something against. Positions are UTF-16 offsets. */
export interface Finding {
  start: number;
  end: number;
  /** What was found, as its placeholder says it in capitals: `email`, `word`, `pattern`. */
  kind: string;
}

/** Finds places in a text, giving way between pieces of it. */
export type FindPlaces = (text: string) => Promise<Finding[]>;

/** What a judge outside of us says of a text: `text` stands in place of it. */
export type Verdict = { action: 'allow' } | { action: 'block' | 'mask'; message?: string; text?: string };

/** How often each kind was found. */
export type Findings = Record<string, number>;

export function countFindings(findings: readonly Finding[], into: Findings = {}): Findings {
  for (const { kind } of findings) into[kind] = (into[kind] ?? 0) + 1;
  return into;
}

/** The text with each place replaced. Places are in order and do not overlap. */
export function replaced(text: string, places: readonly Finding[], by: (place: Finding) => string): string {
  let out = '';
  let from = 0;
  for (const place of places) {
    out += text.slice(from, place.start) + by(place);
    from = place.end;
  }
  return out + text.slice(from);
}

export const placeholder = (kind: string, number?: number): string =>
  number === undefined ? `[${kind.toUpperCase()}]` : `[${kind.toUpperCase()}_${number}]`;
