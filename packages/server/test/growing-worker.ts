import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadingTask } from '@parley/documents';
import { serveTasks } from '../src/lib/process-pool.ts';

const kept: Buffer[] = [];

// Stands in for a process that has grown: the image `once` makes the first process of a folder grow, `always` every one.
serveTasks({
  async read({ image, dataFolder }: ReadingTask) {
    const mark = join(dataFolder, 'grown');
    const wish = Buffer.from(image).toString();
    if (wish === 'always' || !existsSync(mark)) {
      writeFileSync(mark, '');
      kept.push(Buffer.alloc(300_000_000, 1));
      await new Promise(() => {});
    }
    return { text: wish };
  },
});
