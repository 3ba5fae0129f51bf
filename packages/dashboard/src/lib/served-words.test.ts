import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { integrations } from '../messages/served/de.ts';
import { summaryIn } from './served-words.ts';

it.each([
  ['PDF with 1 page, 345 characters extracted via OCR', 'PDF mit 1 Seite, 345 Zeichen durch OCR gelesen'],
  ['PDF with 12 pages, 34,512 characters extracted', 'PDF mit 12 Seiten, 34.512 Zeichen gelesen'],
  [
    'CSV with 3 columns (1,234 with 2 words, ordered, total rows), 1,400 rows',
    'CSV mit 3 Spalten (1,234 with 2 words, ordered, total rows), 1.400 Zeilen',
  ],
  ['Excel file with 2 sheets (A, B)', 'Excel-Datei mit 2 Blättern (A, B)'],
  ['JSON with 5 top-level keys, 23 total keys', 'JSON mit 5 Schlüsseln oben, 23 Schlüsseln insgesamt'],
  [
    'JSON Lines with 9 values, 2 top-level keys, 18 total keys',
    'JSON Lines mit 9 Werten, 2 Schlüsseln oben, 18 Schlüsseln insgesamt',
  ],
  ['Email message, 75 words', 'E-Mail, 75 Wörter'],
  ['PowerPoint presentation with 1 slide, 1 word', 'PowerPoint-Präsentation mit 1 Folie, 1 Wort'],
  ['PNG image with 2 pages, 640x480 pixels', 'PNG-Bild mit 2 Seiten, 640x480 Pixel'],
  ['ZIP archive with 3 files', 'ZIP-Archiv mit 3 Dateien'],
  ['Sound of 1:02, 900 characters heard by openai/whisper-1', 'Ton von 1:02, 900 Zeichen gehört von openai/whisper-1'],
])('says what was found in a file in German: %s', (english, german) => {
  expect(summaryIn(english, 'de')).toBe(german);
  expect(summaryIn(english, 'en')).toBe(english);
});

it('says of every integration in German what it does', () => {
  const manifests = join(import.meta.dirname, '../../../server/src/features/integrations/manifests');
  const ids = readdirSync(manifests)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));
  expect(ids.length).toBeGreaterThan(15);
  expect(Object.keys(integrations).sort()).toEqual(ids.sort());
});
