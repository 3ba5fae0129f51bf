import { expect, it } from 'vitest';
import { findExcess } from './find-excess.ts';

const limits = { depth: 3, values: 5 };

it('names the outermost field that holds too many values', () => {
  expect(findExcess('{"a":1,"messages":[1,2,3,4,5,6]}', limits)).toEqual({ of: 'values', field: 'messages' });
  expect(findExcess('{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', limits)).toEqual({ of: 'values', field: '' });
  expect(findExcess('{"a":[1,2]}', limits)).toBeNull();
});

it('looks at nothing inside texts', () => {
  expect(findExcess('{"a":"[[[[{{{{,,,,,,,,,,\\"[[[["}', limits)).toBeNull();
  expect(findExcess('{"a":"\\\\","b":[1,2,3,4,5]}', limits)).toEqual({ of: 'values', field: 'b' });
});

it('finds what nests too deeply', () => {
  expect(findExcess('[[[[]]]]', limits)).toEqual({ of: 'depth' });
});

it('finds the end of a text wherever escapes stand in it, close or far apart', () => {
  for (const gap of [0, 1, 7, 8, 9, 40]) {
    const text = JSON.stringify(`${'x'.repeat(gap)}"\\`.repeat(50));
    expect(findExcess(`{"a":${text},"b":[1,2,3,4,5]}`, limits)).toEqual({ of: 'values', field: 'b' });
    expect(findExcess(`{"a":${text.slice(0, -1)}`, limits)).toBeNull();
  }
});
