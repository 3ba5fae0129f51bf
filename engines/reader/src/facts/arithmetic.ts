import { convertQuantity } from './convert-quantity.ts';
import { evaluateArithmetic } from './evaluate-arithmetic.ts';

// bounded: every pattern of this file sees a question, at most 2,000 characters

export interface Calculation {
  expression: string;
  value: string;
}

/** The value of an arithmetic or unit question ("12% of 80", "5 km in miles"); undefined when it is not one. */
export function calculate(question: string): Calculation | undefined {
  if (question.length > 300 || !/\d|^how (?:many|much)\b/i.test(question.trim())) return undefined;
  const shown = question
    .trim()
    .replace(/[?!.=\s]+$/, (end) => (end.startsWith('!') ? '!' : ''))
    .replace(lead, '')
    .replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  return convertUnits(question, shown) ?? calculateNumbers(shown);
}

const lead =
  /^(?:please\s+)?(?:what(?:'s|’s| is| are)|how much (?:is|are)|calculate|compute|evaluate|work out|solve|cu[aá]nto (?:es|son)|was ist|wie ?viel (?:ist|sind)|convert|how many|how much)\s+/i;

const wordOperators: [RegExp, string][] = [
  [/\b(?:multiplied by|times)\b|[×·]/gi, '*'],
  [/\bdivided by\b|÷/gi, '/'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b|−/gi, '-'],
  [/\b(?:raised )?to the power of\b/gi, '^'],
  [/\bsquared\b/gi, '^2'],
  [/\bcubed\b/gi, '^3'],
  [/\b(?:the )?square root of\s+(\d+(?:\.\d+)?|\([^()]*\))/gi, 'sqrt($1)'],
  [/\b(?:the )?cube root of\s+(\d+(?:\.\d+)?|\([^()]*\))/gi, 'cbrt($1)'],
  [/\b(?:the )?factorial of\s+(\d+)/gi, '($1)!'],
  [/(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)\s+of\s+/gi, '($1/100)*'],
];

function calculateNumbers(shown: string): Calculation | undefined {
  const code = wordOperators.reduce((text, [pattern, symbol]) => text.replace(pattern, symbol), shown);
  // A bare number or a date is no question of arithmetic.
  if (!/[-+*/^%!(]/.test(code.replace(/^\s*-/, '')) || /^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}$/.test(code.trim()))
    return undefined;
  const value = evaluateArithmetic(code);
  return value === undefined ? undefined : { expression: shown, value: writeNumber(value) };
}

const number = '(-?\\d+(?:\\.\\d+)?)';
const unit = '([\\p{L}°µ][\\p{L}°µ/ ]{0,24}?)';
const conversions: { pattern: RegExp; read: (parts: string[]) => { value: string; from: string; to: string } }[] = [
  {
    pattern: new RegExp(`^${number} ?${unit} (?:in|into|to|as|is how many) ${unit}$`, 'iu'),
    read: ([value = '', from = '', to = '']) => ({ value, from, to }),
  },
  {
    pattern: new RegExp(
      `^${unit} (?:(?:are|is) )?(?:(?:there|equal to) )?(?:(?:in|is|are) )?(?:(?:an?|one) )?(?:${number} ?)?${unit}$`,
      'iu',
    ),
    read: ([to = '', value = '1', from = '']) => ({ value, from, to }),
  },
];

function convertUnits(question: string, shown: string): Calculation | undefined {
  const isCount = /^(?:please\s+)?how (?:many|much)\b/i.test(question.trim());
  const spaced = shown.replaceAll(/\s+/g, ' ');
  for (const [index, { pattern, read }] of conversions.entries()) {
    const match = index === 0 || isCount ? pattern.exec(spaced) : null;
    if (!match) continue;
    const { value, from, to } = read(match.slice(1));
    const result = convertQuantity(Number(value), from, to);
    if (result !== undefined)
      return { expression: `${value} ${from.trim()}`, value: `${writeNumber(result)} ${to.trim()}` };
  }
  return undefined;
}

const writeNumber = (value: number): string => String(Number.parseFloat(value.toPrecision(12)));
