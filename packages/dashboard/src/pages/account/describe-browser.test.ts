import { expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

it('names browser and system by the most particular mark', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
  expect(describeBrowser(chrome)).toEqual({ browser: 'Chrome', system: 'Linux' });
  expect(describeBrowser(`${chrome} Edg/143.0`)).toEqual({ browser: 'Edge', system: 'Linux' });
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';
  expect(describeBrowser(phone)).toEqual({ browser: 'Safari', system: 'iPhone' });
  expect(describeBrowser('curl/8.5')).toBeNull();
  expect(describeBrowser(null)).toBeNull();
});
