import { serveTasks } from '../../lib/serve-tasks.ts';
import { Encoder } from './encoder.ts';

let opening: Promise<Encoder> | null = null;

serveTasks({
  encode({ texts, purpose }: { texts: string[]; purpose: 'document' | 'query' }) {
    opening ??= Encoder.open();
    return opening.then((encoder) => encoder.encode(texts, purpose));
  },
});
