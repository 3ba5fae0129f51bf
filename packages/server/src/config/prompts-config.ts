import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConfigSource, text } from './config-source.ts';

const ending = '.md';

/** The operator's own prompts by name: the files `<name>.md` of `PROMPTS_DIR`; empty when it is not set. */
export function readPromptsConfig(source: ConfigSource): ReadonlyMap<string, string> {
  const folder = text(source, 'PROMPTS_DIR');
  const prompts = new Map<string, string>();
  if (folder === undefined) return prompts;
  try {
    for (const file of readdirSync(folder).sort()) {
      if (!file.endsWith(ending) || file === 'README.md') continue;
      prompts.set(file.slice(0, -ending.length), readFileSync(join(folder, file), 'utf8').trim());
    }
  } catch (error) {
    source.problem('PROMPTS_DIR', `cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  return prompts;
}
