import { expect, it } from 'vitest';
import { ui as de } from '../messages/de/ui.ts';
import { ui as en } from '../messages/en/ui.ts';
import { formatCost } from './format.ts';

it('never shows a cost that is not known as nothing', () => {
  const english = (usd: number, isKnown: boolean) => formatCost({ usd, isKnown, language: 'en' }, en);
  expect([english(0, true), english(0.5, true)]).toEqual(['$0.00', '$0.50']);
  expect([english(0, false), english(0.5, false)]).toEqual(['not known', '≥ $0.50']);
  expect(formatCost({ usd: 0, isKnown: false, language: 'de' }, de)).toBe('unbekannt');
});
