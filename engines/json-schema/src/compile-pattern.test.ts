import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './compile-pattern.ts';
import { compileSchema } from './compile-schema.ts';
import { samplePattern } from './pattern-sample.ts';

function cpuMs(work: () => void): number {
  const started = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
}

describe('patterns in linear time', () => {
  it.each([
    '(.*a){25}$',
    '^(a+)+$',
    '^(a|a)*$',
    '^(a?){40}a{40}$',
    '^((a*)b?)*$',
    '(x+x+)+y',
    '^(\\w+\\s?)*$',
    '^.*a.*a.*a.*a.*b$',
  ])('%s says no to 60 and to 50,000 characters', (source) => {
    const pattern = compilePattern(source);
    expect(cpuMs(() => expect(pattern.test(`${'a'.repeat(60)}!`)).toBe(false))).toBeLessThan(500);
    expect(cpuMs(() => expect(pattern.test(`${'a'.repeat(50_000)}!`)).toBe(false))).toBeLessThan(1500);
  });

  it('a reply that takes a pattern longer than its budget does not match', () => {
    const schema = compileSchema({ type: 'string', pattern: '(.*a){25}$' });
    expect(schema.validate('a'.repeat(40))).toEqual([]);
    expect(schema.validate(`${'a'.repeat(60)}!`)).toHaveLength(1);
    expect(cpuMs(() => schema.validate('a'.repeat(1_000_000)))).toBeLessThan(500);
  });

  it.each([
    '^[a-z]+$',
    '^\\d{3}-\\d{4}$',
    '^(?:[a-z0-9-]+\\.)+[a-z]{2,}$',
    '^[^@\\s]+@[^@\\s]+$',
    '^.{1,5000}$',
    '^https?://[^\\s{}]{1,1900}$',
    '[a-c]{2,3}[b-d]+\\d?',
    '(a)-(b)',
    '$',
    '^',
    '^(?=.*\\d)(?!.*\\s).{8,64}$',
    '^(?!-)[a-z-]+$|^x$',
    '[\\w.-]+',
    '^\\S+\\u0020\\S+$',
    '^[^]$',
    '^\\p{L}\\p{Script=Greek}*$',
    '\\bword\\b',
    'a{,3}',
    '^$',
  ])('%s says what the built-in engine says', (source) => {
    const flags = source.includes('\\p') ? 'u' : '';
    const pattern = compilePattern(source);
    const builtIn = new RegExp(source, flags);
    const known = [
      '',
      'a',
      'abc',
      '555-1234',
      'a.example.com',
      'a@b',
      'abcdefg1',
      'abc defg1',
      '-a',
      'x',
      'a b',
      '\u00a0',
      'é',
      'λ',
      'αβ',
      'a word b',
      'swords',
      'a{,3}',
      '\n',
      '12345678',
    ];
    for (const text of known) expect([text, pattern.test(text)]).toEqual([text, builtIn.test(text)]);
  });

  it('random patterns say what the built-in engine says', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\d',
      '\\w',
      '\\s',
      '[ab]',
      '[^a]',
      '\\W',
      '(?:ab|b)',
      '(a)',
      '\\u00e9',
      '\\.',
      '\\b',
    );
    const part = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{0,3}', '{1,}', '*?'));
    const source = fc
      .tuple(
        fc.constantFrom('', '^', '^(?!a)', '^(?=.*b)'),
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('', '$', '|b$'),
      )
      .map(
        ([start, parts, end]) =>
          `${start}${parts.map(([item, count]) => (item === '\\b' ? item : item + count)).join('')}${end}`,
      );
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', 'é', '.', '😀', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(
        source,
        text,
        (written, given) => compilePattern(written).test(given) === new RegExp(written, 'u').test(given),
      ),
      { seed: 7, numRuns: 3000 },
    );
  });

  it.each([
    ['(a)\\1', 'back reference'],
    ['(?<name>a)\\k<name>', 'back reference'],
    ['a(?=b)', 'looks ahead'],
    ['(?<!a)b', 'looks behind'],
    ['(?:a{1000}){1000}', 'larger than'],
    ['a'.repeat(6000), 'longer than'],
    ['\\p{Nonsense}', 'property name'],
  ])('%s is refused by name', (source, reason) => {
    expect(() => compilePattern(source)).toThrow(reason);
    expect(() => compileSchema({ pattern: source })).toThrow(
      expect.objectContaining({ code: 'schema_not_supported', message: expect.stringContaining(reason) }),
    );
  });

  it.each([
    ['(', 'Unterminated group'],
    ['[z-a]', 'Range out of order'],
    ['a**', 'Nothing to repeat'],
  ])('%s is no expression, so that a schema with it is none', (source, reason) => {
    expect(() => compilePattern(source)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(() => compileSchema({ pattern: source })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: 'response_format must be a valid JSON schema object',
        details: expect.stringMatching(new RegExp(`is not a regular expression.*${reason}`)),
      }),
    );
  });

  it('counts high in no time', () => {
    const pattern = compilePattern('^x?[^\\s{}]{1,100000}y{0,50000}z$');
    expect(cpuMs(() => expect(pattern.test(`${'y'.repeat(100_000)}z`)).toBe(true))).toBeLessThan(500);
  });

  it('compiles what is allowed in time', () => {
    const large = `^${'(?:ab|c)?'.repeat(220)}$`;
    expect(cpuMs(() => compilePattern(large))).toBeLessThan(500);
  });
});

it('knows the points of a Unicode property as the engine does', () => {
  for (const name of ['L', 'Lu', 'N', 'Co', 'Cn', 'Script=Greek', 'Emoji']) {
    for (const negated of [false, true]) {
      const source = `\\${negated ? 'P' : 'p'}{${name}}`;
      const pattern = compilePattern(`^${source}$`);
      const builtIn = new RegExp(`^${source}$`, 'u');
      for (let code = 0; code <= 0x10ffff; code += 97) {
        const text = String.fromCodePoint(code);
        if (code >= 0xd800 && code <= 0xdfff) continue;
        expect([source, code, pattern.test(text)]).toEqual([source, code, builtIn.test(text)]);
      }
    }
  }
});

describe('texts for patterns', () => {
  it.each([
    '^[A-Z]{2}\\d{3,}$',
    '^(foo|bar)-[^a-z]+$',
    '^\\S+@\\S+\\.com$',
    '^(?!x)[a-z]{3}$',
    '^(?:\\+\\d{1,3} )?\\d+$',
    '\\p{Lu}\\.',
  ])('writes a text that matches %s', (source) => {
    expect(samplePattern(source)).toMatch(new RegExp(source, source.includes('\\p') ? 'u' : ''));
  });

  it('gives up on loops within loops that write nothing', () => {
    expect(cpuMs(() => samplePattern('((((((((a?)*)*)*)*)*)*)*)*b(?:){400}', { minLength: 9000 }))).toBeLessThan(2000);
  });
});
