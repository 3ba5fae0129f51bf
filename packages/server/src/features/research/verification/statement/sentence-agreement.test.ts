import { describe, expect, test } from 'vitest';
import { disagreements } from './sentence-agreement.ts';

const judge = (statement: string, sentence: string) =>
  disagreements(statement, sentence, { language: 'en', subject: '' });

describe('a sentence says a statement', () => {
  test.each([
    [
      'The Anholm works supplied 1,234 homes in 2019.',
      'In March 2019 the Anholm works supplied 1,234 homes with 5.5 million kilowatt-hours, and its losses fell to 3 percent.',
    ],
    ['The county built the bridge in 1932.', 'The bridge was built by the county in 1932.'],
    ['In 1932, the county constructed the bridge.', 'The bridge was built by the county in 1932.'],
    ['Brandt Ltd was bought by Nordal AG in 2020.', 'Nordal AG acquired Brandt Ltd in 2020.'],
    ['The flood was caused by heavy rain.', 'Heavy rain caused the flood.'],
    ['The plant began operating in 1998.', 'The plant started operating in 1998 after ten years of planning.'],
    ['Losses of the works fell to three percent.', "In March 2019 the works' losses fell to 3 percent."],
    ['Wolves hunt deer in winter.', 'In winter, wolves hunt deer.'],
  ])('%s', (statement, sentence) => expect(judge(statement, sentence)).toEqual([]));
});

describe('a sentence does not say a statement', () => {
  test.each([
    ['The bridge built the county in 1932.', 'The bridge was built by the county in 1932.'],
    ['Brandt Ltd acquired Nordal AG.', 'Nordal AG acquired Brandt Ltd in 2020.'],
    ['Nordal AG was acquired by Brandt Ltd.', 'Nordal AG acquired Brandt Ltd in 2020.'],
    ['The drug prevents headaches.', 'The drug causes headaches in some patients.'],
    ['The drug causes headaches.', 'The drug causes headaches in some patients.'],
    ['The council will close the pool.', 'The council may close the pool next year.'],
    ['The mayor opened a park.', 'The mayor hopes to open a park.'],
    ['The minister took bribes.', 'The minister denied that he took bribes.'],
    ['Farmers in the valley use drip irrigation.', 'Half of the farmers in the valley use drip irrigation.'],
    ['Nurses earn 3,000 euros a month.', 'Doctors earn 3,000 euros a month.'],
    ['The firm moved from Leeds to York.', 'The firm moved from York to Leeds.'],
    ['The tower is taller than the church.', 'The church is taller than the tower.'],
    ['The museum holds 40 paintings.', 'The museum holds up to 40 paintings.'],
    ['According to the report, prices fell.', 'Prices fell.'],
    ['Prices fell in June.', 'Critics say that prices fell in June.'],
    ['Helsinki has 650,000 inhabitants.', 'Tallinn has 450,000 inhabitants.'],
    ['Deer hunt wolves in winter.', 'In winter, wolves hunt deer.'],
    ['All schools were closed.', 'Most schools were closed.'],
    ['The school stayed open during the storm.', 'The school did not stay open during the storm.'],
  ])('%s', (statement, sentence) => expect(judge(statement, sentence)).not.toEqual([]));
});

test('a pronoun may be named from the text around it, and nothing but the subject', () => {
  const around = { language: 'en' as const, subject: 'Port of Vallborg' };
  expect(disagreements('Vallborg opened in 1990.', 'It opened in 1990.', around)).toEqual([]);
  expect(disagreements('Vallborg sold Nordal in 1990.', 'It opened in 1990.', around)).not.toEqual([]);
});
