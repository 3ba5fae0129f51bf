import { describe, expect, test } from 'vitest';
import { answerFromTables } from './answer-from-tables.ts';

const ask = (question: string, text: string, filename = 'file.csv') => answerFromTables(question, [{ filename, text }]);

const boats = `| Boat | Speed (knots) | Berths |
| --- | --- | --- |
| Gull | 9 | 4 |
| Plover | 14 | 2 |
| Dunlin | 11 | 6 |
`;
const hours = `| Name | Week 11 | Week 12 | Week 13 |
| --- | --- | --- | --- |
| Ottoline Marsh | 28 | 31 | 35 |
| Piet Vos | 40 | 22 | 18 |
`;
const shed = `| Item | Unit cost | Bay |
| --- | --- | --- |
| Garden twine | 2.40 | A3 |
| Seed trays | 1.15 | B1 |
`;
const troupes = JSON.stringify({
  troupes: [
    { name: 'Fen Dance Troupe', dancers: 14, since: 1990, fee: 30, paid: false, shows: [{ day: 'Fri', hall: 'A' }] },
    { name: 'Heath Steppers', dancers: 8, since: 2004, fee: 45, paid: false, shows: [{ day: 'Sat', hall: 'B' }] },
    { name: 'Moor Whirl', dancers: 20, since: 2011, fee: 30, paid: true, shows: [{ day: 'Sun', hall: 'A' }] },
  ],
});
const club = JSON.stringify({
  club: {
    name: 'Tarn Club',
    chair: { name: 'Edda Rook', email: 'e@tarn.example' },
    groom: { name: 'Bob Finch', days: 3 },
  },
});
const survey = `## Orders

Fewer orders went wrong than before. Most of the complaints came from the shop of Mrs Hallbrook, who found the colour wrong.

| Kind | Orders | Complaints |
| --- | --- | --- |
| Hats | 120 | 4 |
| Coats | 80 | 7 |
| Shoes | 95 | 2 |
`;

describe('what is fast takes the least time or has the highest speed', () => {
  test.each([
    ['Which boat is the fastest?', boats, 'Plover'],
    ['Which boat is the slowest?', boats, 'Gull'],
  ])('%s', (question, text, answer) => {
    expect(ask(question, text)?.shortAnswer ?? ask(question, text)?.text).toContain(answer);
  });

  test('does not take another number for it', () => {
    expect(ask('Which troupe is the fastest?', troupes, 'troupes.json')).toBeUndefined();
  });
});

describe('claims no row that does not hold what is asked for', () => {
  test.each([
    ['How many hours did Piet Vos put in in week 40?', hours, 'file.csv'],
    ['What do we sell the garden twine for?', shed, 'file.csv'],
    ['At what time does Moor Whirl dance?', troupes, 'troupes.json'],
    ["What is Bob Finch's email?", club, 'club.json'],
    ['How many complaints came from the shop of Mrs Hallbrook?', survey, 'survey.md'],
  ])('%s', (question, text, filename) => {
    expect(ask(question, text, filename)?.sources ?? []).toEqual([]);
  });

  test('tells the email of the one who has one', () => {
    expect(ask("What is Edda Rook's email?", club, 'club.json')?.text).toContain('e@tarn.example');
  });
});

const choirs = JSON.stringify({
  groups: [
    { name: 'Alder Voices', singers: 12, concerts: [{ day: 'Fri', hall: 'Mill' }] },
    { name: 'Birch Consort', singers: 9, concerts: [{ day: 'Sat', hall: 'Barn' }] },
  ],
});

describe('takes a verb for no number of those that do it', () => {
  test('tells the other column that is asked for', () => {
    const reply = ask('In what hall do Alder Voices sing?', choirs, 'groups.json');
    expect(reply?.shortAnswer).toBe('Mill');
  });

  test('claims no number', () => {
    expect(ask('What song do Alder Voices sing?', choirs, 'groups.json')).toBeUndefined();
  });
});

describe('takes the name of a list for its rows', () => {
  test('lists all rows where a cell holds that word too', () => {
    const reply = ask('Which troupes have not paid their fee?', troupes, 'troupes.json');
    expect(reply?.sources).toHaveLength(2);
    expect(reply?.shortAnswer).toBeUndefined();
  });
});
