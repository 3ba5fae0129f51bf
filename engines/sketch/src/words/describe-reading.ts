import type { Reading } from './reading.ts';

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** How the prompt was understood, in one sentence. */
export function describeReading(reading: Reading): string {
  const things = reading.mentions.map(
    ({ drawing, count }) => `${numbers[count] ?? count} ${drawing}${count > 1 ? 's' : ''}`,
  );
  const { places, time, season, weather, style, quotes, unknown } = reading;
  return [
    `A ${style === 'painted' ? '' : `${style} `}sketch`,
    things.length > 0 ? ` of ${things.join(', ')}` : '',
    places.length > 0 ? `; place: ${places.join(', ')}` : '',
    time === null ? '' : `; time: ${time}`,
    season === null ? '' : `; season: ${season}`,
    weather === null ? '' : `; weather: ${weather}`,
    quotes.length > 0 ? `; lettered: "${quotes.join('", "')}"` : '',
    unknown.length > 0 ? `; as words: ${unknown.join(', ')}` : '',
    '.',
  ].join('');
}
