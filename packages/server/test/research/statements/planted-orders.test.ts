import { expect, it } from 'vitest';
import { addressesModel } from '../../../src/features/research/model-instructions.ts';
import { plantedOrders } from './planted-orders.ts';

const count = 200;
const leastCaught = 0.95;

it.each([1, 2, 3])('no ordinary sentence is taken for an order to a machine, and most orders are (seed %i)', (seed) => {
  const { ordinary, orders } = plantedOrders(seed, count);
  expect(new Set(ordinary).size).toBe(count);
  expect(ordinary.filter(addressesModel)).toEqual([]);
  const missed = orders.filter((order) => !addressesModel(order));
  expect(missed.length, missed.slice(0, 8).join('\n')).toBeLessThanOrEqual(orders.length * (1 - leastCaught));
});
