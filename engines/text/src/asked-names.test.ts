import { describe, expect, test } from 'vitest';
import { askedNames, holdsName } from './asked-names.ts';

test.each([
  ['How many rooms does the Birch garden have?', ['birch garden']],
  ['In which year was the Birch garden wing 4 opened?', ['birch garden wing 4']],
  ['When did Ada Lund join the office?', ['ada lund']],
  ['What does an Otter K-204 weigh?', ['otter k-204']],
  ['Who leads the Birch garden?', ['birch garden']],
  ['What is the rent of contract C-1043?', ['c-1043']],
  ['who won the cup?', []],
])('%s', (question, names) => expect(askedNames(question).map(({ words }) => words.join(' '))).toEqual(names));

describe('how a text gives the name of the Birch garden', () => {
  const [name = { words: [], core: 0 }] = askedNames('How many rooms does the Birch garden have?');
  test.each([
    ['The Birch garden has 12 rooms.', 'whole'],
    ['In 1990 the Birch garden, wing 4 of it first, was closed.', 'whole'],
    ['The Birch garden wing 4 has 12 rooms.', 'longer'],
    ['The Birch garden East has 12 rooms.', 'longer'],
    ['The Upper Birch garden has 12 rooms.', 'longer'],
    ['Beside the Birch garden wing 4 lies the Birch garden.', 'whole'],
    ['The Birch bridge has 12 rooms.', 'partly'],
    ['The Alder garden has 12 rooms.', 'not'],
    ['The Birch garden weighs 12 tons.', 'whole'],
  ])('%s', (text, hold) => expect(holdsName(text, name)).toBe(hold));
});

test('a legal form does not make another company, nor does a surname another first name', () => {
  const [company = { words: [], core: 0 }] = askedNames('When was Nord Timber founded?');
  expect(holdsName('Nord Timber Ltd was founded in 1990.', company)).toBe('whole');
  const [person = { words: [], core: 0 }] = askedNames('When did Ada join?');
  expect(holdsName('Ada Bruun joined in 2001.', person)).toBe('whole');
});
