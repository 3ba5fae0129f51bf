// Reads seeded pictures without text (noise, patterns, codes, icons) and prints in which text was found:
// node quality/documents/measure-no-text.ts [count, 300] [first, 0]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readImageTask } from '../../engines/documents/src/ocr.ts';
import { noTextImage, noTextKinds } from '../../engines/documents/test/no-text-images.ts';
import { openEngines } from '../../engines/documents/test/open-engines.ts';

const count = Number(process.argv[2] ?? 300);
const first = Number(process.argv[3] ?? 0);
const dataFolder = await mkdtemp(join(tmpdir(), 'parley-no-text-'));
const engines = await openEngines(dataFolder, ['eng', 'deu', 'fra', 'spa', 'pol', 'tur']);
let wrong = 0;
for (let number = first; number < first + count; number++) {
  const task = { image: await noTextImage(number), languages: engines.languages, dataFolder, withImage: false };
  const { text, lines } = await readImageTask(task, engines);
  if (text === '') continue;
  wrong++;
  console.log(`${number} ${noTextKinds[number % noTextKinds.length]}: ${JSON.stringify(lines.slice(0, 6))}`);
}
console.log(`text was found in ${wrong} of ${count} pictures without text`);
await engines.lines?.close();
await rm(dataFolder, { recursive: true });
process.exitCode = wrong === 0 ? 0 : 1;
