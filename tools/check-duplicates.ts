// What stands in two places is mended in one of them only. This lists stretches of code that stand twice, word for word.
import { globSync, readFileSync } from 'node:fs';
import { findDuplicates } from './find-duplicates.ts';

/** Lines of code that two places may have in common. */
const most = 20;

const folders = ['{packages,engines}/*/{src,tools}/**/*.{ts,tsx}', '{tools,acceptance,bench,quality}/**/*.ts'];
const sources = globSync(folders)
  .filter((file) => !/\.test\.tsx?$|\/(?:generated|fixtures)\//.test(file))
  .sort()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const found = findDuplicates(sources, most);
for (const { first, second, lines } of found) {
  console.log(`${second.file}:${second.line} repeats ${lines} lines of code of ${first.file}:${first.line}`);
}
console.log(`${sources.length} files, ${found.length} stretches of more than ${most} lines of code stand twice.`);
process.exit(found.length === 0 ? 0 : 1);
