import { expect, it } from 'vitest';
import { maskPersonal } from './mask-personal.ts';

it('takes out addresses, accounts, cards and telephone numbers', () => {
  expect(maskPersonal('Write to ada.kern+x@mail.example.com or call +49 171 2345678.')).toBe(
    'Write to [e-mail] or call [telephone].',
  );
  expect(maskPersonal('IBAN DE89 3704 0044 0532 0130 00, card 4111 1111 1111 1111')).toBe('IBAN [IBAN], card [card]');
  expect(maskPersonal('"phone":"030 901820"')).toBe('"phone":"[telephone]"');
});

it('leaves other numbers: amounts, dates, order numbers, ids', () => {
  const text = 'Invoice 2026-0417 of 2026-11-25 over 1,234.50 EUR, order 4111 1111 1111 1112, req_4kT9wQmZbR2vYx';
  expect(maskPersonal(text)).toBe(text);
});

it('takes time that grows with the text alone', () => {
  for (const piece of ['a.', '1 ', '+1 ', 'a@a.', 'DE89 ', '0123 ', '(0']) {
    const began = performance.now();
    maskPersonal(piece.repeat(30_000));
    expect(performance.now() - began, piece).toBeLessThan(1_000);
  }
});
