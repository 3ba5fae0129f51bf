import type { ReadingTask } from '@parley/documents';
import type { PageEngines } from '@parley/documents/ocr';
import { PpOcrEngine, readImageTask, TesseractEngine, unpackTesseractData } from '@parley/documents/ocr';
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
  return {
    pages: new TesseractEngine(dataFolder),
    lines: await PpOcrEngine.open(),
    languages: await unpackTesseractData(languages, dataFolder),
  };
}
