import { expect, it } from 'vitest';
import { type Piece, readingOrder } from './reading-order.ts';

const table = (text: string, y: number, height: number): Piece => ({ text, x: 30, y, width: 270, height, size: 0 });
const line = (text: string, y: number): Piece => ({ text, x: 308, y, width: 240, height: 10, size: 10 });

it('reads a column of tables whole before the column that stands close beside it, also where that one ends sooner', () => {
  const beside = Array.from({ length: 12 }, (_, i) => line(`line ${i}`, 40 + i * 12));
  const tables = [table('first table', 40, 160), table('second table', 215, 60)];
  const order = readingOrder([...beside, ...tables], false)
    .flat()
    .map(({ text }) => text);
  expect(order).toEqual(['first table', 'second table', ...beside.map(({ text }) => text)]);
});
