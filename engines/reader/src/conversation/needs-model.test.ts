import { expect, it } from 'vitest';
import { wantsModel } from './needs-model.ts';

it.each([
  'a 58-story tower in the harbour is sinking',
  'a two-story house with a garden near the station',
  'an eight-letter word for a port in Kent',
  'A three-letter sign of the airport of Lisbon',
])('what has so many storeys or letters is no request for a text: %s', (request) => {
  expect(wantsModel(request)).toBe(false);
});

it.each([
  'a story about a tower in the harbour',
  'A short letter to my landlord',
  'write a two-page story about Dover',
  'write a blog-post about ferries',
  'Write three-line poems about rain',
])('a text to be made needs a model: %s', (request) => {
  expect(wantsModel(request)).toBe(true);
});

it.each([
  ['who sings the song do you believe in tomorrow', false],
  ['when is the final of do you think you can bake', false],
  ['Do you think the dam holds?', true],
  ['Which of the two do you prefer?', true],
  ['What song do you like?', true],
  ['The dam is old. do you believe it holds?', true],
])('an opinion is asked for, or a name holds the words: %s', (request, isOpinion) => {
  expect(wantsModel(request)).toBe(isOpinion);
});
