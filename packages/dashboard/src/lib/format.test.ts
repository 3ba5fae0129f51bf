import { expect, it } from 'vitest';
import { ui as de } from '../messages/de/ui.ts';
import { ui as en } from '../messages/en/ui.ts';
import { formatCost, formatPast } from './format.ts';

it('never shows a cost that is not known as nothing', () => {
  const english = (usd: number, isKnown: boolean) => formatCost({ usd, isKnown, language: 'en' }, en);
  expect([english(0, true), english(0.5, true)]).toEqual(['$0.00', '$0.50']);
  expect([english(0, false), english(0.5, false)]).toEqual(['not known', '≥ $0.50']);
  expect(formatCost({ usd: 0, isKnown: false, language: 'de' }, de)).toBe('unbekannt');
});

it('puts nothing that has happened into the future', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const ahead = new Date('2026-11-23T12:00:25Z');
  expect(formatPast(ahead, now, 'en')).toBe('now');
  expect(formatPast(new Date('2026-11-23T11:59:00Z'), now, 'en')).toBe('1 minute ago');
});
