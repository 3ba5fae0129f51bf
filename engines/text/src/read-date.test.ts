import { describe, expect, it } from 'vitest';
import { monthOf, weekdayOf } from './calendar-names.ts';
import { findDates, isoDay, readDate } from './read-date.ts';

/** What every reader of dates (cells of sheets and tables, fields of documents) makes of a text. */
const examples: [string, string, string | undefined][] = [
  ['2024-12-31', '2024-12-31', undefined],
  ['2024/1/5', '2024-01-05', undefined],
  ['31/12/2024', '2024-12-31', undefined],
  ['12/31/2024', '2024-12-31', undefined],
  ['5.1.24 10:30', '2024-01-05', '10:30'],
  ['03/04/1999, 9:05:07 pm', '1999-04-03', '21:05:07'],
  ['12 Jan 2024', '2024-01-12', undefined],
  ['12-Jan-70', '1970-01-12', undefined],
  ['January 12, 2024', '2024-01-12', undefined],
  ['1er août 2023', '2023-08-01', undefined],
  ['3. März 2021', '2021-03-03', undefined],
  ['7 de septiembre de 2020', '2020-09-07', undefined],
  ['14 października 2019', '2019-10-14', undefined],
  ['5 мая 2020', '2020-05-05', undefined],
  ['2024年1月5日', '2024-01-05', undefined],
];

describe('dates', () => {
  it.each(examples)('%s is read alike in a cell and in a sentence', (text, day, time) => {
    const cell = readDate(text);
    expect([cell && isoDay(cell.dayFirst), cell?.time]).toEqual([day, time]);
    const found = findDates(`Paid on ${text} by card.`);
    expect(found.map((date) => [isoDay(date.dayFirst), date.time])).toEqual([[day, time]]);
    expect(`Paid on ${text} by card.`.slice(found[0]?.start, found[0]?.end)).toBe(found[0]?.text);
  });

  it('keeps both readings where both are dates', () => {
    expect(readDate('03/04/2024')).toMatchObject({ dayFirst: 20240403, monthFirst: 20240304, order: 'either' });
    expect(readDate('13/04/2024')).toMatchObject({ dayFirst: 20240413, monthFirst: 20240413, order: 'day' });
    expect(readDate('04/13/2024')).toMatchObject({ dayFirst: 20240413, monthFirst: 20240413, order: 'month' });
  });

  it('reads by characters what it reads by its forms', () => {
    for (const mark of ['-', '.', '/'])
      for (const parts of [
        [2024, 1, 5],
        [24, 12, 31],
        [1, 2, 3],
        [31, 12, 2024],
        [12, 31, 2024],
        [5, 13, 24],
        [31, 2, 99],
        [1, 123, 2024],
      ]) {
        const text = parts.join(mark);
        // A time of day behind it is read by the forms.
        const { time, ...long } = readDate(`${text} 10:30`) ?? { time: undefined };
        expect([text, readDate(text)]).toEqual([text, 'order' in long ? { ...long, time: undefined } : null]);
      }
  });

  it.each(['31/02/2024', '29 Feb 2023', '2024-13-01', '12 LED 2024', '1.2.3', '20240131', 'May', '1/2', ''])(
    '%s is no date',
    (text) => {
      expect(readDate(text)).toBeNull();
    },
  );
});

const languages = 'en de fr es it pt nl pl cs sv da nb fi tr ro hu id ca ru uk lt lv et sl sk'.split(' ');

it.each(languages)('knows every month and weekday that the runtime knows in %s', (language) => {
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const word = /^\p{L}{4,}$/u;
  for (let index = 0; index < 12; index++) {
    const written = month.format(Date.UTC(2024, index, 15));
    if (word.test(written)) expect([written, monthOf(written)]).toEqual([written, index + 1]);
  }
  for (let index = 0; index < 7; index++) {
    const written = weekday.format(Date.UTC(2024, 0, 7 + index));
    if (word.test(written)) expect([written, weekdayOf(written)]).toEqual([written, index]);
  }
});
