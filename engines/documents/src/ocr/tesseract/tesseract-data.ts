import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Models of one language in the order of preference: best accuracy in integer arithmetic, then the standard ones. */
const variants = ['4.0.0_best_int', '4.0.0'];

/** Where the installed `@tesseract.js-data/<language>` package has its packed data, or null when it is not installed. */
export function findTesseractData(language: string): string | null {
  if (!/^[a-z]{3}(_[a-z]{3,4})?(_[a-z]{3,4})?$/.test(language)) return null;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`));
    const packed = variants.map((variant) => join(folder, variant, `${language}.traineddata.gz`)).find(existsSync);
    return packed ?? null;
  } catch {
    // Not installed: the caller says so once, by name.
    return null;
  }
}

/** Unpacks the data of the languages into `folder`, once; answers the languages that are there afterwards. */
export async function unpackTesseractData(languages: readonly string[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const present: string[] = [];
  for (const language of languages) {
    const target = join(folder, `${language}.traineddata`);
    if (!existsSync(target)) {
      const packed = findTesseractData(language);
      if (!packed) continue;
      // Written beside and renamed, so that a process that starts at the same time never reads half a file.
      const part = `${target}.${process.pid}.part`;
      await writeFile(part, await promisify(gunzip)(await readFile(packed)));
      await rename(part, target);
    }
    present.push(language);
  }
  return present;
}
