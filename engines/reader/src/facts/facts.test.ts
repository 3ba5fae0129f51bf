import { describe, expect, it } from 'vitest';
import { calculate } from './arithmetic.ts';
import { answerAboutDates } from './calendar.ts';

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
    ['How many weeks until 25 December?', '42.29 weeks: from Wednesday, 4 March 2026 to Friday, 25 December 2026.'],
    ['What date is 90 days after 1 March 2025?', '90 days after 1 March 2025 is Friday, 30 May 2025.'],
    ['What date was three weeks ago?', 'Three weeks ago is Wednesday, 11 February 2026.'],
    ['What day is tomorrow?', 'Tomorrow is Thursday, 5 March 2026.'],
    ['What date is one month before March 31, 2024?', 'One month before March 31, 2024 is Thursday, 29 February 2024.'],
    ['What day of the week is next Friday?', 'Next Friday is Friday, 6 March 2026.'],
  ])('%s', (question, answer) => {
    expect(answerAboutDates(question, now)).toBe(answer);
  });

  it('leaves other questions alone', () => {
    expect(answerAboutDates('When did the war end?', now)).toBeUndefined();
    expect(answerAboutDates('What day of the week was 31 February 2024?', now)).toBeUndefined();
  });
});
