import { expect, test } from 'vitest';
import { mayHoldHalves, wellFormed } from './well-formed.ts';

test('halves of letters that stand alone become U+FFFD, in names, lists and texts; whole letters stay', () => {
  const text = String.raw`{"a\ud83d":["\udc00","\ud83d\ude00",1,null,{"b":"x\uD83D"}],"c":true}`;
  expect(mayHoldHalves(text)).toBe(true);
  expect(wellFormed(JSON.parse(text))).toEqual({
    'a\ufffd': ['\ufffd', '\u{1f600}', 1, null, { b: 'x\ufffd' }],
    c: true,
  });
  expect(wellFormed('\ud83d')).toBe('\ufffd');
});

test('a name that would change the prototype stays a name', () => {
  const read = wellFormed(JSON.parse(String.raw`{"\ud83d":1,"__proto__":{"x":"\ud83d"}}`)) as object;
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(Object.keys(read)).toEqual(['\ufffd', '__proto__']);
});

test('a text without such escapes holds no halves', () => expect(mayHoldHalves('{"a":"\\u00e9"}')).toBe(false));
