#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Plain JavaScript, so that from the second start on nothing has to be stripped or compiled again: half the time of a start
// and a good part of its memory.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/parley'));
await import('../src/main.ts');
