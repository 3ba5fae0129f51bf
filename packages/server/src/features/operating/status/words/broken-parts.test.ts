import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';

test('names the part that is away in words, in the language of the page', () => {
  expect(en.broken('storage', undefined).message).toBe('The store of files cannot be reached.');
  expect(de.broken('disk', undefined).message).toBe('Nicht erreichbar: das Dateisystem');
  expect(de.broken('disk', '12 MB are free under DATA_DIR, too little to go on').message).toBe(
    'In DATA_DIR sind 12 MB frei, zu wenig zum Weitermachen.',
  );
});
