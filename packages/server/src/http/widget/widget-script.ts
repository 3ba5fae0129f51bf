import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The script as browsers read it: plain JavaScript, which nothing has to build. */
export const widgetScript = (): string => readFileSync(join(import.meta.dirname, 'widget.js'), 'utf8');
