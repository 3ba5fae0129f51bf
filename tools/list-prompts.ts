import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composePrompts } from '../packages/server/src/compose/prompts.ts';
import { readPromptsConfig } from '../packages/server/src/config/prompts-config.ts';
import { promptTexts } from '../packages/server/src/features/text/prompts/prompt-texts.ts';

/**
 * Lists the prompts with their versions and reasons. `--versions` gives the versions in use as JSON (`PROMPTS_DIR` counted);
 * a folder's name writes each prompt there as `<name>.md`, to be changed and named in `PROMPTS_DIR`.
 */
const [given] = process.argv.slice(2);
if (given === '--versions') {
  const problems: string[] = [];
  const problem = (setting: string, message: string) => void problems.push(`${setting}: ${message}`);
  const overrides = readPromptsConfig({ env: process.env, file: {}, problem });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(JSON.stringify(composePrompts(overrides).versions));
} else if (given !== undefined) {
  mkdirSync(given, { recursive: true });
  for (const { name, text } of promptTexts) writeFileSync(join(given, `${name}.md`), `${text}\n`);
  console.log(
    `${promptTexts.length} prompts are in ${given}; keep the ones that you change, and set PROMPTS_DIR to it`,
  );
} else {
  for (const { name, version, reason, values } of promptTexts) {
    console.log(
      `${name} ${version}${values.length > 0 ? ` (${values.map((value) => `{{${value}}}`).join(', ')})` : ''}\n  ${reason}`,
    );
  }
}
