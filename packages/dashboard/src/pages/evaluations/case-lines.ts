import type { NewEvaluationCase } from '@parley/sdk';

/** The cases of a text with one in each line, or the number of the first line that is none. */
export function readCaseLines(text: string): { cases: NewEvaluationCase[] } | { wrong: number } {
  const cases: NewEvaluationCase[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = parsed(line);
    if (read === null) return { wrong: index + 1 };
    cases.push(read);
  }
  return { cases };
}

/** The service says what is wrong within one. */
function parsed(line: string): NewEvaluationCase | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'request' in value ? (value as NewEvaluationCase) : null;
  } catch {
    return null;
  }
}
