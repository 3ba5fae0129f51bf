import { giveWay } from './give-way.ts';

/** About as many as are sorted or joined within a millisecond. */
const stepLength = 2_000;

/** `entries.sort(compare)` of as many as there may be: other work on the event loop goes on meanwhile. */
export async function sortInSteps<Entry>(
  entries: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
): Promise<Entry[]> {
  if (entries.length <= stepLength) return entries.toSorted(compare);
  const pause = giveWay();
  let runs: Entry[][] = [];
  for (let from = 0; from < entries.length; from += stepLength) {
    runs.push(entries.slice(from, from + stepLength).sort(compare));
    await pause();
  }
  while (runs.length > 1) {
    const joined: Entry[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      joined.push(await join(runs[at] ?? [], runs[at + 1] ?? [], compare, pause));
    runs = joined;
  }
  return runs[0] ?? [];
}

async function join<Entry>(
  left: readonly Entry[],
  right: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
  pause: () => Promise<void>,
): Promise<Entry[]> {
  const joined: Entry[] = [];
  let [fromLeft, fromRight] = [0, 0];
  for (;;) {
    const [one, other] = [left[fromLeft], right[fromRight]];
    if (one === undefined && other === undefined) return joined;
    if (other === undefined || (one !== undefined && compare(one, other) <= 0)) {
      if (one !== undefined) joined.push(one);
      fromLeft++;
    } else {
      joined.push(other);
      fromRight++;
    }
    if (joined.length % stepLength === 0) await pause();
  }
}
