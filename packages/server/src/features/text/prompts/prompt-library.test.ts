import { expect, it } from 'vitest';
import { PromptLibrary, promptProblems } from './prompt-library.ts';
import { promptTexts } from './prompt-texts.ts';

it('gives every prompt a reason, a version, a name of its own and the values that it names', () => {
  expect(new Set(promptTexts.map(({ name }) => name)).size).toBe(promptTexts.length);
  for (const { name, reason, version, values, text } of promptTexts) {
    expect(reason.length, name).toBeGreaterThan(40);
    expect(version, name).toBeGreaterThan(0);
    expect(promptProblems(new Map([[name, text]]))).toEqual([]);
    for (const value of values) expect(text, name).toContain(`{{${value}}}`);
  }
});

it('puts values in as they stand, also when they look like placeholders or replacement patterns', () => {
  const library = new PromptLibrary();
  const text = library.text('object-in-words', { schema: '{"a":"{{today}} $& $1"}' });
  expect(text).toContain('{"a":"{{today}} $& $1"}');
  expect(() => library.text('object-in-words')).toThrow('schema');
});

it("takes the operator's text in place of its own, and says so in its version", () => {
  const library = new PromptLibrary(new Map([['plain-answer', 'Answer in rhymes. Today is {{ today }}.']]));
  expect(library.text('plain-answer', { today: '2031-05-06' })).toBe('Answer in rhymes. Today is 2031-05-06.');
  expect(library.versions).toMatchObject({
    'plain-answer': expect.stringMatching(/^operator-[0-9a-f]{8}$/),
    agent: '1',
  });
});

it('names what keeps a text from being used', () => {
  const problems = promptProblems(
    new Map([
      ['plan-answer', 'x'],
      ['agent', ' '],
      ['material', 'The documents: {{document}}'],
    ]),
  );
  expect(problems).toHaveLength(4);
  expect(problems.join('\n')).toMatch(
    /plan-answer\.md is no prompt; the prompts are .*\nagent\.md is empty\nmaterial\.md must hold \{\{documents\}\}\nmaterial\.md holds \{\{document\}\}/,
  );
});
