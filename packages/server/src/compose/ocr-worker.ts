import type { ReadingTask } from '../../../documents/src/ocr/page-reading.ts';
import { PpOcrEngine } from '../../../documents/src/ocr/pp-ocr/pp-ocr-engine.ts';
import { readImageTask } from '../../../documents/src/ocr/read-image-task.ts';
import type { PageEngines } from '../../../documents/src/ocr/read-page.ts';
import { unpackTesseractData } from '../../../documents/src/ocr/tesseract/tesseract-data.ts';
import { TesseractEngine } from '../../../documents/src/ocr/tesseract/tesseract-engine.ts';
import { WordList } from '../../../documents/src/ocr/tesseract/word-list.ts';
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
