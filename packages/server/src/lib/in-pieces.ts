import { Turn } from './turn.ts';

const atOnce = 200;
/** How long the event loop is held between two turns. */
const sliceMs = 6;

/** What `make` says of each item, null left out, with the event loop free between pieces of a long list. */
export async function inPieces<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made | null,
): Promise<Made[]> {
  const turn = new Turn(sliceMs);
  const all: Made[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    for (const [offset, item] of items.slice(from, from + atOnce).entries()) {
      const made = make(item, from + offset);
      if (made !== null) all.push(made);
    }
    await turn.next();
  }
  return all;
}
