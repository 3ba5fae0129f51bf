interface Place {
  start: number;
  end: number;
}

/**
 * Tells of places that are asked in reading order whether one of `taken` reaches into them. `taken` holds no two that overlap; it is put in
 * order once and gone through once, so that a text of nothing but dates takes time in proportion to its length.
 */
export function overlapsAny(taken: readonly Place[]): (place: Place) => boolean {
  const ordered = taken.toSorted((one, other) => one.start - other.start);
  let next = 0;
  return ({ start, end }) => {
    while ((ordered[next]?.end ?? Infinity) <= start) next++;
    return (ordered[next]?.start ?? Infinity) < end;
  };
}
