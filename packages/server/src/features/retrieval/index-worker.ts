import { serveTasks } from '../../lib/process-pool.ts';
import { buildIndex } from './build-index.ts';

serveTasks({ build: ({ text }: { text: string }) => buildIndex(text) });
