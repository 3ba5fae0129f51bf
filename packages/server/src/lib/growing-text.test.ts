import { expect, it } from 'vitest';
import { GrowingText } from './growing-text.ts';

it('is what its pieces are one after the other, however many, and whenever it is read', () => {
  const text = new GrowingText();
  let whole = '';
  expect(text.toString()).toBe('');
  for (let piece = 0; piece < 1_000; piece++) {
    const next = piece % 7 === 0 ? '' : ` ${piece}`;
    text.add(next);
    whole += next;
    if (piece % 97 === 0 || piece < 70) expect(text.toString()).toBe(whole);
  }
  expect(text.toString()).toBe(whole);
});

it('begins again when it is cleared', () => {
  const text = new GrowingText();
  for (let piece = 0; piece < 40; piece++) text.add('x');
  text.clear();
  expect(text.toString()).toBe('');
  text.add('y');
  expect(text.toString()).toBe('y');
});
