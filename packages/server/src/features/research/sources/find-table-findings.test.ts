import { describe, expect, it } from 'vitest';
import { findFindings } from './find-findings.ts';

const text = `# Aid stations

| Station     | Kilometre | Run by       | Volunteers |
| ----------- | --------- | ------------ | ---------- |
| Mill Bridge | 7.5       | Scouts       | 12         |
| Old Quarry  | 15        | Rotary Club  | 18         |
`;

describe('tables of pages are read as rows with headings', () => {
  const question = 'How many volunteers were at the Old Quarry station?';
  const { findings } = findFindings({ title: 'Run', text, instructions: question, questions: [question], limit: 5 });
  const [best] = findings;

  it('the row that speaks to the question can be cited, and is said with its headings', () => {
    expect(best?.said).toBe('Station: Old Quarry, Kilometre: 15, Run by: Rotary Club, Volunteers: 18.');
    expect(best?.text).toBe('Old Quarry  | 15        | Rotary Club  | 18');
  });

  it('its quote stands where it says, and its headings belong to it', () => {
    expect(text.slice(best?.start, best?.end)).toBe(best?.text);
    expect(best?.paragraph).toMatch(/^\| Station .*\n\| Old Quarry/);
  });
});

it('a short sentence that says something can be cited, a cry cannot', () => {
  const question = 'When did the Alder dam break?';
  const page =
    'The Alder dam broke in 1923. What a day! It was Alder. Nobody in the valley below the dam had been warned of it.';
  const { findings } = findFindings({
    title: 'Floods',
    text: page,
    instructions: question,
    questions: [question],
    limit: 5,
  });
  expect(findings.map(({ text }) => text)).toContain('The Alder dam broke in 1923.');
  expect(findings.map(({ text }) => text)).not.toContain('It was Alder.');
});
