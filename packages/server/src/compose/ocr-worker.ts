import type { ReadingTask } from '@parley/documents';
import type { PageEngines } from '@parley/documents/ocr';
import { PpOcrEngine, readImageTask, TesseractEngine, unpackTesseractData, WordList } from '@parley/documents/ocr';
import { serveTasks } from '../lib/serve-tasks.ts';

/** The entry of a worker process: engines are opened at the first page and stay open. */
let engines: Promise<PageEngines> | null = null;

serveTasks({
  async read(task: ReadingTask) {
    engines ??= openEngines(task);
    return readImageTask(task, await engines);
  },
});

async function openEngines({ dataFolder, languages }: ReadingTask): Promise<PageEngines> {
  const present = await unpackTesseractData(languages, dataFolder);
  const lists = await Promise.all(present.map((language) => WordList.open(dataFolder, language)));
  return {
    pages: new TesseractEngine(dataFolder),
    lines: await PpOcrEngine.open(),
    languages: present,
    dictionary: { has: (word) => lists.some((list) => list?.has(word)) },
    dictionaries: new Map(present.flatMap((language, index) => (lists[index] ? [[language, lists[index]]] : []))),
  };
}
