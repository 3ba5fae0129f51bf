import { serveTasks } from '../../lib/serve-tasks.ts';
import { buildIndex } from './build-index.ts';

serveTasks({ build: ({ text }: { text: string }) => buildIndex(text) });
