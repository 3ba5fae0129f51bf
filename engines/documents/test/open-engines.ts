import { type PageEngines, PpOcrEngine, TesseractEngine, unpackTesseractData, WordList } from '../src/ocr.ts';

/** The engines of a worker process, opened in this one. */
export async function openEngines(dataFolder: string, languages: readonly string[]): Promise<PageEngines> {
  const present = await unpackTesseractData(languages, dataFolder);
  const lists = await Promise.all(present.map((language) => WordList.open(dataFolder, language)));
  return {
    pages: new TesseractEngine(dataFolder),
    lines: await PpOcrEngine.open(),
    languages: present,
    dictionary: { has: (word) => lists.some((list) => list?.has(word)) },
    dictionaries: new Map(
      present.flatMap((language, index) => {
        const list = lists[index];
        return list ? [[language, list] as const] : [];
      }),
    ),
  };
}
