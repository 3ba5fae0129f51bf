import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { joinPages } from '@parley/documents';
import { detectFormat, extensionOf, readContent } from '@parley/documents/formats';
import { PpOcrEngine, readImageTask, TesseractEngine, unpackTesseractData } from '@parley/documents/ocr';
import { readPdfDocument } from '@parley/documents/pdf';

const languages = ['eng', 'deu', 'fra', 'spa'];

/** The text of a file, read as the service reads it; kept in a folder for the next time, where one is given. */
export async function readOnce(folder: string, filename: string, kept?: string): Promise<string> {
  if (kept === undefined) return readText(join(folder, filename));
  const path = join(kept, basename(folder), `${filename}.txt`);
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const text = await readText(join(folder, filename));
  await mkdir(join(kept, basename(folder)), { recursive: true });
  await writeFile(path, text);
  return text;
}

/** The text of a file as the service reads it. */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  const format = await detectFormat(bytes, extensionOf(path), '');
  if (format === 'pdf')
    return joinPages((await readPdfDocument(bytes, { password: undefined, maxPages: 50 })).pages).text;
  return format === 'image' ? readPicture(bytes) : (await readContent(bytes, format, basename(path))).text;
}

async function readPicture(image: Uint8Array): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'ablate-'));
  try {
    const present = await unpackTesseractData(languages, dataFolder);
    const engines = {
      pages: new TesseractEngine(dataFolder),
      lines: await PpOcrEngine.open(),
      languages: present,
    };
    return (await readImageTask({ image, languages, dataFolder, withImage: false }, engines)).markdown;
  } finally {
    await rm(dataFolder, { recursive: true });
  }
}
