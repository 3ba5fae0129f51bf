import { unpackTesseractData } from '../adapters/liteparse/tesseract-data.ts';
import { TesseractEngine } from '../adapters/liteparse/tesseract-engine.ts';
import { WordList } from '../adapters/liteparse/word-list.ts';
import { PpOcrEngine } from '../adapters/pp-ocr/pp-ocr-engine.ts';
import type { ReadingTask } from '../features/ocr/page-reading.ts';
import { readImageTask } from '../features/ocr/read-image-task.ts';
import type { PageEngines } from '../features/ocr/read-page.ts';
import { serveTasks } from '../lib/process-pool.ts';

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
  };
}
