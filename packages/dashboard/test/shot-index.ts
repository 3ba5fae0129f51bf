import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chapters } from './shot-captions.ts';

const looks = ['light-wide', 'dark-wide', 'light-medium', 'dark-medium', 'light-narrow', 'dark-narrow'] as const;
const contents = { full: '', empty: 'Before there is anything', german: 'In German' } as const;
const widths = { wide: 360, medium: 200, narrow: 110 } as const;

/** Writes the page that shows the pictures of a folder, in the order of the chapters. Throws for a picture that no chapter names. */
export function writeShotIndex(folder: string): void {
  const pictures = new Set(readdirSync(folder).filter((name) => name.endsWith('.webp')));
  const shown = new Set<string>();
  const rowOf = (name: string, content: keyof typeof contents): string => {
    const there = looks.map((look) => ({ look, file: `${name}-${content}-${look}.webp` }));
    const cells = there
      .filter(({ file }) => pictures.has(file))
      .map(({ look, file }) => {
        shown.add(file);
        const width = widths[look.endsWith('wide') ? 'wide' : look.endsWith('medium') ? 'medium' : 'narrow'];
        return `<a href="${file}"><img src="${file}" width="${width}" alt="${name}, ${content}, ${look}"></a>`;
      });
    return cells.join('\n');
  };
  const parts = chapters.flatMap(({ title, pages }) => [
    `## ${title}`,
    ...pages.flatMap(({ name, caption }) => {
      const rows = (['full', 'empty', 'german'] as const).flatMap((content) => {
        const row = rowOf(name, content);
        return row === '' ? [] : [...(contents[content] === '' ? [] : [`*${contents[content]}*`]), row];
      });
      return rows.length === 0 ? [] : [`### ${caption}`, ...rows];
    }),
  ]);
  const forgotten = [...pictures].filter((name) => !shown.has(name));
  if (forgotten.length > 0) throw new Error(`No chapter of shot-captions.ts names ${forgotten.join(', ')}`);
  writeFileSync(join(folder, 'README.md'), `${introduction}\n\n${parts.join('\n\n')}\n`);
}

const introduction = `# The dashboard in pictures

Every page in Chromium, light and dark, at 1440, 768 and 375 pixels: with a month of use in it, where it differs also before there is anything,
and some in German. One command takes all of them from one service: \`npm run shots -w packages/dashboard\`. What the pages do stands in
[the guide](../guides/dashboard.md).`;
