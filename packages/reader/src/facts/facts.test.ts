import { describe, expect, it } from 'vitest';
import { calculate } from './arithmetic.ts';
import { answerAboutDates } from './calendar.ts';
import { defineWord } from './definitions.ts';
import { transformText } from './transform-text.ts';

const now = Date.UTC(2026, 2, 4, 10, 30);

describe('calculate', () => {
  it.each([
    ['What is 17 * 23?', '391'],
    ['15% of 240', '36'],
    ['2 to the power of 10', '1024'],
    ['square root of 144', '12'],
    ['12,500 divided by 4', '3125'],
    ['What is 0.1 + 0.2?', '0.3'],
    ['Convert 10 miles to km', '16.09344 km'],
    ['How many minutes are in 3 hours?', '180 minutes'],
    ['How many feet are in a mile?', '5280 feet'],
    ['100 degrees fahrenheit to celsius', '37.77777778 celsius'],
    ['90 km/h in miles per hour', '55.9234073014 miles per hour'],
    ['-2^2 + 10 % 4', '-2'],
    ['5! / (2 * 3)', '20'],
  ])('%s = %s', async (question, value) => {
    expect(calculate(question)?.value).toBe(value);
  });

  it.each([
    'Who wrote Emma?',
    'import("fs")',
    'evaluate("1+1")',
    'f(x) = x',
    'a = 5; a * 2',
    '1 / 0',
    'In 1887 a dam was built',
    'createUnit("foo", "1 m")',
  ])('leaves %s alone', async (question) => {
    expect(calculate(question)).toBeUndefined();
  });
});

describe('answerAboutDates', () => {
  it.each([
    ['What day is it today?', 'Today is Wednesday, 4 March 2026 (UTC).'],
    ['What day of the week was 14 July 1789?', '14 July 1789 is Tuesday, 14 July 1789.'],
    [
      'How many days are there between 2024-01-01 and 2024-03-01?',
      '60 days: from Monday, 1 January 2024 to Friday, 1 March 2024.',
    ],
    ['What time is it?', 'It is 10:30 UTC.'],
  ])('%s', async (question, answer) => {
    expect(await answerAboutDates(question, now)).toBe(answer);
  });

  it('leaves other questions alone', async () => {
    expect(await answerAboutDates('When did the war end?', now)).toBeUndefined();
  });
});

describe('defineWord', () => {
  it('gives the meaning of a word', async () => {
    expect((await defineWord('What is a glacier?'))?.text).toMatch(/^Glacier \(noun\): a slowly moving mass of ice/);
    expect((await defineWord('define photosynthesis'))?.shortAnswer).toMatch(/radiant energy/);
  });

  it('gives opposites', async () => {
    expect((await defineWord('What is the opposite of hot?'))?.shortAnswer).toContain('cold');
  });

  it('does not know what WordNet does not hold', async () => {
    expect(await defineWord('What is a blorptang?')).toBeUndefined();
  });
});

describe('transformText', () => {
  it.each([
    ['Convert to uppercase: hello world', 'HELLO WORLD'],
    ['Reverse the word "stressed"', 'desserts'],
    ["How many r's are in strawberry?", '3'],
    ['Sort: pear, apple, fig', 'apple, fig, pear'],
    ['Count the words in "the quick brown fox"', '4'],
    ['Replace "cat" with "dog" in "one cat, two cats"', 'one dog, two dogs'],
  ])('%s', (request, result) => {
    expect(transformText(request, undefined)?.text).toBe(result);
  });

  it('works on a given text', () => {
    expect(transformText('How many sentences are in the text?', 'One. Two! Three?')?.text).toBe('3');
    expect(transformText('Who built it?', 'Somebody.')).toBeUndefined();
  });
});
