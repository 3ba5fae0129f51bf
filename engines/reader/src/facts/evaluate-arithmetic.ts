const functions: Record<string, (...values: number[]) => number> = {
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  abs: Math.abs,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  exp: Math.exp,
  ln: Math.log,
  log: Math.log10,
  log2: Math.log2,
  log10: Math.log10,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
  min: Math.min,
  max: Math.max,
};
const constants: Record<string, number> = { pi: Math.PI, e: Math.E };
const tokenPattern = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([a-z][a-z\d]*)|(\*\*|[-+*/^%!(),]))/gy;
const maxDepth = 60;

/**
 * The value of an arithmetic expression; undefined when it is none or has no finite value. Knows `+ - * / ^ % !`, brackets,
 * a dozen functions and two constants, and nothing else: no names, no assignment, nothing that could run for long.
 */
export function evaluateArithmetic(text: string): number | undefined {
  const tokens = readTokens(text);
  if (!tokens || tokens.length === 0 || tokens.length > 200) return undefined;
  const parser = new Parser(tokens);
  const value = parser.sum();
  return value !== undefined && parser.isAtEnd && Number.isFinite(value) ? value : undefined;
}

function readTokens(text: string): (string | number)[] | undefined {
  const tokens: (string | number)[] = [];
  const plain = text.trim().toLowerCase();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < plain.length) {
    const match = tokenPattern.exec(plain);
    if (!match) return undefined;
    tokens.push(match[1] === undefined ? (match[2] ?? match[3] ?? '').replace('**', '^') : Number(match[1]));
  }
  return tokens;
}

/** Recursive descent; every method gives undefined when the text does not go on as it must. */
class Parser {
  readonly #tokens: (string | number)[];
  #at = 0;
  #depth = 0;

  constructor(tokens: (string | number)[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  sum(): number | undefined {
    let left = this.#product();
    for (let sign = this.#take('+', '-'); sign !== undefined; sign = this.#take('+', '-')) {
      const right = this.#product();
      if (left === undefined || right === undefined) return undefined;
      left = sign === '+' ? left + right : left - right;
    }
    return left;
  }

  #product(): number | undefined {
    let left = this.#signed();
    for (let sign = this.#take('*', '/', '%', 'mod'); sign !== undefined; sign = this.#take('*', '/', '%', 'mod')) {
      const right = this.#signed();
      if (left === undefined || right === undefined) return undefined;
      left = sign === '*' ? left * right : sign === '/' ? left / right : left % right;
    }
    return left;
  }

  #signed(): number | undefined {
    if (++this.#depth > maxDepth) return undefined;
    const sign = this.#take('-', '+');
    const value = sign === undefined ? this.#power() : this.#signed();
    this.#depth--;
    return value !== undefined && sign === '-' ? -value : value;
  }

  #power(): number | undefined {
    const base = this.#factorial();
    if (this.#take('^') === undefined) return base;
    const exponent = this.#signed();
    return base === undefined || exponent === undefined ? undefined : base ** exponent;
  }

  #factorial(): number | undefined {
    let value = this.#atom();
    while (value !== undefined && this.#take('!') !== undefined) value = factorial(value);
    // "12%" is a share unless something follows that it could be divided by.
    const next = this.#tokens[this.#at + 1];
    const isShare =
      this.#tokens[this.#at] === '%' && (next === undefined || (typeof next === 'string' && /^[-+*/)]$/.test(next)));
    if (value !== undefined && isShare && this.#take('%') !== undefined) return value / 100;
    return value;
  }

  #atom(): number | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined) return undefined;
    this.#at++;
    if (typeof token === 'number') return token;
    if (token === '(') return this.#closed(this.sum());
    if (Object.hasOwn(constants, token)) return constants[token];
    if (!Object.hasOwn(functions, token) || this.#take('(') === undefined) return undefined;
    const values: number[] = [];
    do {
      const value = this.sum();
      if (value === undefined) return undefined;
      values.push(value);
    } while (this.#take(',') !== undefined);
    return this.#closed(functions[token]?.(...values));
  }

  #closed(value: number | undefined): number | undefined {
    return this.#take(')') === undefined ? undefined : value;
  }

  #take(...wanted: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (typeof token !== 'string' || !wanted.includes(token)) return undefined;
    this.#at++;
    return token;
  }
}

function factorial(value: number): number | undefined {
  if (!Number.isInteger(value) || value < 0 || value > 170) return undefined;
  let product = 1;
  for (let i = 2; i <= value; i++) product *= i;
  return product;
}
