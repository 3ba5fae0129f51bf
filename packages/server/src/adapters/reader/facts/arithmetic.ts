import type { MathJsInstance } from 'mathjs';

let evaluator: Promise<(expression: string) => unknown> | undefined;

/** The value of an arithmetic or unit question ("12% of 80", "5 km in miles"); undefined when it is not one. */
export async function calculate(question: string): Promise<{ expression: string; value: string } | undefined> {
  const expression = toExpression(question);
  if (expression === undefined) return undefined;
  evaluator ??= loadEvaluator();
  const evaluate = await evaluator;
  try {
    const value = formatValue(evaluate(expression.code));
    return value === undefined ? undefined : { expression: expression.shown, value };
  } catch {
    return undefined; // Not an expression after all: the question is answered in another way.
  }
}

const wordOperators: [RegExp, string][] = [
  [/\b(?:multiplied by|times)\b|[×·]/gi, '*'],
  [/\b(?:divided by|over)\b|÷/gi, '/'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b|−/gi, '-'],
  [/\bto the power of\b/gi, '^'],
  [/\bsquared\b/gi, '^2'],
  [/\bcubed\b/gi, '^3'],
  [/\b(?:the )?square root of\s+(\d+(?:\.\d+)?|\([^()]*\))/gi, 'sqrt($1)'],
  [/\b(?:the )?cube root of\s+(\d+(?:\.\d+)?|\([^()]*\))/gi, 'cbrt($1)'],
  [/(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)\s+of\s+/gi, '($1/100)*'],
];

function toExpression(question: string): { code: string; shown: string } | undefined {
  let text = question
    .trim()
    .replace(/[?!.=\s]+$/, '')
    .replace(
      /^(?:please\s+)?(?:what(?:'s|’s| is| are)|how much (?:is|are)|calculate|compute|evaluate|work out|solve|cu[aá]nto (?:es|son)|was ist|wie ?viel (?:ist|sind)|convert|how many)\s+/i,
      '',
    )
    .replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  const conversion =
    /^([\p{L}²³°/ ]{1,24}?)\s+(?:are|is)?\s*(?:there\s+)?in\s+(?:an?\s+|one\s+)?(\d+(?:\.\d+)?)?\s*([\p{L}²³°/]{1,20})$/u.exec(
      text,
    );
  if (conversion && /^(?:convert|how many)/i.test(question.trim()))
    text = `${conversion[2] ?? '1'} ${conversion[3]} to ${conversion[1]}`;
  const shown = text;
  for (const [pattern, symbol] of wordOperators) text = text.replace(pattern, symbol);
  text = text
    .replace(/°\s*([CF])\b/g, 'deg$1')
    .replace(/\b(?:degrees?\s+)?(celsius|fahrenheit)\b/gi, (_, unit: string) => (/^c/i.test(unit) ? 'degC' : 'degF'));
  text = text.replace(
    /(\d[^a-z]*\s*[a-z][\w/^ ]*?)\s+(?:in|into|to|as)\s+([a-z][\w/^]*)$/i,
    (_, from: string, to: string) => `${unitNames(from)} to ${unitNames(to)}`,
  );
  if (text.length > 200 || !/\d/.test(text)) return undefined;
  const isArithmetic =
    /^[\d\s.+\-*/^%()!,]+$/.test(
      text.replace(/\b(?:sqrt|cbrt|abs|sin|cos|tan|log10|log2|log|exp|round|floor|ceil|min|max|mod|pi|e)\b/g, ''),
    ) && /[+\-*/^%!(]/.test(text);
  const isConversion = /^[\d.]+\s*[\w/^ ]+ to [\w/^]+$/.test(text);
  return isArithmetic || isConversion ? { code: text, shown } : undefined;
}

function unitNames(text: string): string {
  return text
    .replace(/\bpounds?\b/gi, 'lb')
    .replace(/\bkilos?\b/gi, 'kg')
    .replace(/\bkilomet(?:er|re)s?\b/gi, 'km')
    .replace(/\bmetres?\b/gi, 'm')
    .replace(/\blitres?\b/gi, 'litre')
    .replace(/\b(hours?|minutes?|days?|weeks?|miles?|inches|feet|ounces?|gallons?|grams?)\b/gi, (unit) =>
      unit.toLowerCase(),
    );
}

function formatValue(value: unknown): string | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(Number.parseFloat(value.toPrecision(12))) : undefined;
  if (typeof value !== 'object' || value === null || !('toJSON' in value) || !('toNumeric' in value)) return undefined;
  return String(value).replace(/\d+\.\d{6,}/, (digits) => String(Number.parseFloat(Number(digits).toPrecision(8))));
}

/** What could read, write or redefine anything is taken out, as mathjs advises for text that users wrote. */
async function loadEvaluator(): Promise<(expression: string) => unknown> {
  const { create, all } = await import('mathjs');
  const math: MathJsInstance = create(all ?? {}, {});
  const evaluate = math.evaluate;
  const refuse = (): never => {
    throw new Error('not allowed');
  };
  math.import(
    Object.fromEntries(
      [
        'import',
        'createUnit',
        'reviver',
        'evaluate',
        'parse',
        'simplify',
        'derivative',
        'resolve',
        'compile',
        'parser',
      ].map((name) => [name, refuse]),
    ),
    { override: true },
  );
  return (expression) => evaluate(expression, {});
}
