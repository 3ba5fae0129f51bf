import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadingTask } from '@parley/documents';
import { serveTasks } from '../src/lib/serve-tasks.ts';

const kept: Buffer[] = [];
let pages = 0;

// Stands in for a process that grows: the image `late` makes a process grow that has read other pages before, `always`
// every one. Each try is noted in the folder.
serveTasks({
  async read({ image, dataFolder }: ReadingTask) {
    const wish = Buffer.from(image).toString();
    appendFileSync(join(dataFolder, 'tries'), `${wish}\n`);
    if (wish === 'always' || (wish === 'late' && pages > 0)) {
      kept.push(Buffer.alloc(300_000_000, 1));
      await new Promise(() => {});
    }
    pages++;
    return { text: wish };
  },
});
