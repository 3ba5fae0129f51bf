import { AppError } from './app-error.ts';

export interface Page<Item> {
  data: Item[];
  has_more: boolean;
  next: string | null;
}

export interface Cursor {
  createdAt: number;
  id: string;
}

/** Where a list ordered by creation time and id goes on. */
export const cursorOf = (createdAt: number, id: string): string =>
  Buffer.from(`${createdAt}:${id}`).toString('base64url');

/** The place that a cursor names, or undefined without one. Throws `invalid_request` for what is not a cursor. */
export function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,16}):([\w-]{1,100})$/.exec(Buffer.from(text, 'base64url').toString());
  if (!match?.[1] || !match[2]) {
    throw new AppError('invalid_request', 'after must be the `next` of the page before', {
      title: 'after is not valid',
    });
  }
  return { createdAt: Number(match[1]), id: match[2] };
}

/** A page out of `limit + 1` rows: the one too many tells that there is more. */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
  toCursor: (row: Row) => string,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return { data: shown.map(toItem), has_more: hasMore, next: hasMore && last !== undefined ? toCursor(last) : null };
}
