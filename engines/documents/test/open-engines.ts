import { type PageEngines, PpOcrEngine, TesseractEngine, unpackTesseractData } from '../src/ocr.ts';

/** The engines of a worker process, opened in this one. */
export async function openEngines(dataFolder: string, languages: readonly string[]): Promise<PageEngines> {
  return {
    pages: new TesseractEngine(dataFolder),
    lines: await PpOcrEngine.open(),
    languages: await unpackTesseractData(languages, dataFolder),
  };
}
