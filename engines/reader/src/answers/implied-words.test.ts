import { expect, it } from 'vitest';
import { wordStem } from '../text/word-stem.ts';
import { impliedStems } from './implied-words.ts';

const says = (text: string, word: string) => impliedStems(text).has(wordStem(word));

it.each([
  ['The ticket is CHF 40.', 'price'],
  ['The ticket is 90 kr.', 'price'],
  ['A parcel of 12 oz.', 'weight'],
  ['Eine Reise von 3 Wochen.', 'duration'],
  ['A field of 4 hectares.', 'size'],
  ['Wind of 30 knots.', 'speed'],
  ['A motor of 2 kW.', 'power'],
  ['It is 21 °C there.', 'temperature'],
])('tells from %j what it gives the %s of', (text, word) => {
  expect(says(text, word)).toBe(true);
});

it.each([
  ['The printer makes 3D models.', 'duration'],
  ['Anna has 3 cadets.', 'price'],
  ['Room 12 is on floor 3.', 'size'],
])('tells from %j no %s', (text, word) => {
  expect(says(text, word)).toBe(false);
});
