// Draws sentences of five languages in eight typefaces, reads them with all languages that come with the product, and prints the
// share of words that come back whole: node quality/documents/measure-letters.ts
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { readImageTask } from '../../engines/documents/src/ocr.ts';
import { openEngines } from '../../engines/documents/test/open-engines.ts';

const sentences: Record<string, string[]> = {
  deu: [
    'Größe und Übung machen den Bäcker schließlich müde.',
    'Die Straße führt über die Brücke zum Schloß.',
    'Der Gärtner prüft täglich, ob die Äpfel süß genug sind.',
    'Brötchen 16.50 Käse 8.25 Summe 24.75',
  ],
  fra: [
    'Le garçon a mangé une crêpe à la fraise près du château.',
    'Où était la forêt avant que nous arrivâmes à Noël ?',
    'Les élèves français préfèrent les leçons où l’on répète.',
    'Café 2,50 Gâteau 4,80 Total 7,30',
  ],
  spa: [
    'El niño pequeño comió mañana una piña con azúcar.',
    'El año pasado mi corazón latía más rápido todavía.',
    'La señora está aquí porque su avión llegó después.',
    'Jamón 12,40 Pan 3,10 Total 15,50',
  ],
  pol: [
    'Zażółć gęślą jaźń i zjedz pączka w środę rano.',
    'Łódź jest dużym miastem, które również lubię.',
    'Źródło wody znajduje się między dwiema górami.',
    'Chleb 5,20 Masło 7,90 Razem 13,10',
  ],
  tur: [
    'Güneşli bir günde çocuklar bahçede şarkı söylüyor.',
    'İstanbul büyük bir şehirdir ve ışıkları güzeldir.',
    'Öğretmen öğrencilere yeni bir kitap gösterdi.',
    'Ekmek 12,50 Çay 8,00 Toplam 20,50',
  ],
};
const faces = [
  'font-family="DejaVu Sans"',
  'font-family="DejaVu Sans" font-weight="bold"',
  'font-family="DejaVu Sans" font-stretch="condensed"',
  'font-family="DejaVu Sans" font-weight="200"',
  'font-family="DejaVu Sans Mono"',
  'font-family="DejaVu Serif"',
  'font-family="DejaVu Serif" font-weight="bold"',
  'font-family="DejaVu Serif" font-stretch="condensed"',
];

function draw(lines: readonly string[], face: string): Promise<Buffer> {
  const rows = lines.map((line, i) => `<text x="30" y="${60 + i * 52}">${line}</text>`).join('');
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1150" height="${lines.length * 52 + 60}">
      <rect width="100%" height="100%" fill="#fff"/><g ${face} font-size="28" fill="#111">${rows}</g></svg>`),
  )
    .png()
    .toBuffer();
}

const wordsOf = (text: string): string[] => text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+(?:[.,]\d+)?/gu) ?? [];

const dataFolder = await mkdtemp(join(tmpdir(), 'parley-letters-'));
const engines = await openEngines(dataFolder, ['eng', ...Object.keys(sentences)]);
const wanted = process.argv[2];
for (const [language, lines] of Object.entries(sentences)) {
  if (wanted !== undefined && wanted !== language) continue;
  let found = 0;
  let total = 0;
  const wrong = new Set<string>();
  const start = performance.now();
  for (const face of faces) {
    const task = { image: await draw(lines, face), languages: engines.languages, dataFolder, withImage: false };
    const left = wordsOf((await readImageTask(task, engines)).text);
    for (const word of wordsOf(lines.join(' '))) {
      total++;
      const at = left.indexOf(word);
      if (at >= 0) {
        found++;
        left.splice(at, 1);
      } else wrong.add(word);
    }
    for (const word of left) wrong.add(`+${word}`);
  }
  const seconds = ((performance.now() - start) / 1000 / faces.length).toFixed(2);
  console.log(`${language} word recall ${(found / total).toFixed(3)} (${found} of ${total}), ${seconds} s a page`);
  if (wrong.size > 0) console.log(`  ${[...wrong].slice(0, 40).join(' ')}`);
}
await engines.lines?.close();
await rm(dataFolder, { recursive: true });
