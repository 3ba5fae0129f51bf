import { expect, it } from 'vitest';
import { checkOf, draftOf } from './guard-draft.ts';

const draft = { ...draftOf(null), type: 'topics' as const };

it('takes topics that may be talked about, topics that may not, or both, but not none', () => {
  expect(checkOf({ ...draft, allowed: 'parking\n fees ' }, undefined)).toEqual({
    type: 'topics',
    allowed: ['parking', 'fees'],
    on_error: 'allow',
  });
  expect(checkOf({ ...draft, lines: 'politics', onError: 'block', model: 'small-1' }, undefined)).toEqual({
    type: 'topics',
    denied: ['politics'],
    model: 'small-1',
    on_error: 'block',
  });
  expect(checkOf({ ...draft, lines: ' \n', allowed: '' }, undefined)).toBe(null);
});

it('shows a guard as it is kept', () => {
  const check = {
    type: 'topics' as const,
    allowed: ['parking'],
    denied: ['politics', 'law'],
    on_error: 'block' as const,
  };
  const shown = draftOf({
    ...{ id: 'g', workspace_id: 'w', name: 'town-only', stage: 'input', action: 'mask', check, restore: false },
    ...{ keys: ['k1'], on_request: true, enabled: true, position: 5, created_at: '', updated_at: '' },
  });
  expect(shown).toMatchObject({
    allowed: 'parking',
    lines: 'politics\nlaw',
    onError: 'block',
    restore: false,
    keys: ['k1'],
  });
  expect(checkOf(shown, check)).toEqual(check);
});
