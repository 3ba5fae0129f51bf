import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

const open = (name: string) => ({ name, slot: -1 });

describe('slots', () => {
  it('keeps what is added until it is deleted, once', () => {
    const slots = new Slots<ReturnType<typeof open>>();
    const [first, second] = [open('first'), open('second')];
    slots.add(first);
    slots.add(second);
    slots.delete(first);
    slots.delete(first);
    expect([...slots]).toEqual([second]);
    expect(slots.size).toBe(1);
  });

  it('uses a place again, and does not take the new one out with the old', () => {
    const slots = new Slots<ReturnType<typeof open>>();
    const [first, second] = [open('first'), open('second')];
    slots.add(first);
    slots.delete(first);
    slots.add(second);
    slots.delete(first);
    expect(second.slot).toBe(0);
    expect([...slots].map(({ name }) => name)).toEqual(['second']);
  });
});
