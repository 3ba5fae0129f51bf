import { join, resolve } from 'node:path';

/**
 * What is started as the service: its source, or what `TEST_SERVICE` names. CI names what `npm run build` has written (`dist/main.js`),
 * which takes half as much of the processor until it is ready, and is what is shipped.
 */
export const serviceEntry = resolve(
  process.env.TEST_SERVICE || join(import.meta.dirname, '../packages/server/src/main.ts'),
);
