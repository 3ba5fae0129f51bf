import { expect, it } from 'vitest';
import { readOcrConfig } from './ocr.ts';

function read(env: Record<string, string>) {
  const problems: string[] = [];
  const config = readOcrConfig({
    env,
    file: {},
    problem: (setting, message) => problems.push(`${setting} ${message}`),
  });
  return { config, problems };
}

it('stops the start when OCR_LANGUAGES names what is not there, and says what to install', () => {
  expect(read({ OCR_LANGUAGES: 'eng,ell' }).problems).toEqual([
    'OCR_LANGUAGES there is no data for "ell": npm install @tesseract.js-data/ell',
  ]);
  expect(read({ OCR_LANGUAGES: 'English' }).problems[0]).toContain('"English" is not a language code');
});

it('takes the languages that come with the product without a setting', () => {
  const { config, problems } = read({});
  expect(problems).toEqual([]);
  expect(config.languages).toEqual(['eng', 'deu', 'fra', 'spa', 'pol', 'tur']);
});
