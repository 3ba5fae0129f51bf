import type { ResearchRun } from '@parley/sdk';
import { expect, it } from 'vitest';
import { fileNameOf, reportMarkdown, reportTitle } from './report.ts';

// Only output and citations are looked at.
const run = (output: ResearchRun['output'], citations: object[] = []) =>
  ({ output, citations }) as unknown as ResearchRun;

it('adds the sources to a report, and shows an object as JSON', () => {
  const source = { title: 'On [ports]', url: 'https://example.org/a' };
  expect(reportMarkdown(run('# A\n\nWords [1].\n', [source]), 'Sources')).toBe(
    '# A\n\nWords [1].\n\n## Sources\n\n1. [On ports](https://example.org/a)\n',
  );
  expect(reportMarkdown(run({ a: 1 }), 'Sources')).toBe('```json\n{\n  "a": 1\n}\n```\n');
});

it('is called by its first heading or words', () => {
  expect(reportTitle(run('\n## Shore **power** [1]\n\nMore'))).toBe('Shore power');
  expect(reportTitle(run({ title: 'Named' }))).toBe('Named');
  expect(reportTitle(run(undefined))).toBeUndefined();
  expect(fileNameOf('Shore power: Häfen?', 'md')).toBe('shore-power-häfen.md');
  expect(fileNameOf('???', 'docx')).toBe('report.docx');
});
