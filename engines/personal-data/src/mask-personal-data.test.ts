import { expect, it } from 'vitest';
import { maskPersonalData } from './mask-personal-data.ts';

it('takes out addresses, accounts, cards and telephone numbers, each as its kind', async () => {
  expect(await maskPersonalData('Write to ada.kern+x@mail.example.com or call +49 171 2345678.')).toBe(
    'Write to [EMAIL] or call [PHONE].',
  );
  expect(await maskPersonalData('IBAN DE89 3704 0044 0532 0130 00, card 4111 1111 1111 1111')).toBe(
    'IBAN [IBAN], card [CARD]',
  );
  expect(await maskPersonalData('{"phone":"030 901820"}')).toBe('{"phone":"[PHONE]"}');
});

it('leaves other numbers: amounts, dates, order numbers, ids', async () => {
  const text = 'Invoice 2026-0417 of 2026-11-25 over 1,234.50 EUR, order 4111 1111 1111 1112, req_4kT9wQmZbR2vYx';
  expect(await maskPersonalData(text)).toBe(text);
});

it('takes out the kinds that are wanted alone, wherever in a long text', async () => {
  const filling = 'The lamp is green. '.repeat(300);
  const text = `${filling}ada@example.com ${filling}+49 171 2345678`;
  expect(await maskPersonalData(text, { kinds: ['email'] })).toBe(`${filling}[EMAIL] ${filling}+49 171 2345678`);
});
