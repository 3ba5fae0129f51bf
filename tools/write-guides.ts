import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorPage, settingsPage } from '@parley/manual';
import { settingGroups } from '../packages/server/src/config/settings.ts';

/**
 * Puts the programs of `examples/` into the guides, behind `<!-- example: NAME -->`; with `--check` only tells which are stale. So what
 * a guide shows is what `npm run test:examples` has run. Lines that say what a program prints stay out. The pages of errors and of
 * settings, which the service makes from the same tables, are written among the guides for readers of the repository.
 */
const root = join(import.meta.dirname, '..');
const guides = join(root, 'docs/guides');
const files = [
  ...readdirSync(guides)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(guides, name)),
  join(root, 'README.md'),
];
const block = /<!-- example: ([\w.-]+) -->\n```(\w+)\n([\s\S]*?)```/g;
const shown = new Set<string>();
let problems = 0;

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const written = text.replaceAll(block, (whole: string, name: string, language: string) => {
    const path = join(root, 'examples', name);
    if (!existsSync(path)) {
      problem(`${file}: examples/${name} is not there`);
      return whole;
    }
    shown.add(name);
    return `<!-- example: ${name} -->\n\`\`\`${language}\n${programOf(path)}\`\`\``;
  });
  if (written === text) continue;
  if (process.argv.includes('--check')) problem(`${file} does not show its examples as they are; run npm run guides`);
  else writeFileSync(file, written);
}
for (const { slug, markdown } of [errorPage(), settingsPage(settingGroups)]) {
  const file = join(guides, `${slug}.md`);
  if (existsSync(file) && readFileSync(file, 'utf8') === markdown()) continue;
  if (process.argv.includes('--check')) problem(`${file} is stale; run npm run guides`);
  else writeFileSync(file, markdown());
}
for (const name of readdirSync(join(root, 'examples')).filter((one) => /\.(ts|py|sh)$/.test(one))) {
  if (!shown.has(name)) problem(`examples/${name} stands in no guide`);
}
process.exitCode = problems === 0 ? 0 : 1;

function programOf(path: string): string {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return `${lines.filter((line) => !/^(\/\/|#) (?:Prints|Needs): |^#!/.test(line)).join('\n')}\n`;
}

function problem(text: string): void {
  problems++;
  console.error(text);
}
