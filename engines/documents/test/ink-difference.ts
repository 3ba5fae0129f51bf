const bullet = /[•▪◦‣·●*-]/u;

/**
 * What of a page's text layer its Markdown lacks, and what the Markdown has besides; white space and marks of Markdown aside.
 * The mark of a list item stands for the bullet that the page draws, and a hyphen that parts a word at the end of a line may
 * be there or not.
 */
export function inkDifference(layer: string, markdown: string): { characters: number; lost: string; added: string } {
  const counts = new Map<string, number>();
  const ink = [...layer.normalize('NFKC').replaceAll(/[\s\p{C}\uFFFD]/gu, '')];
  for (const character of ink) counts.set(character, (counts.get(character) ?? 0) + 1);
  for (const character of withoutMarks(markdown)
    .normalize('NFKC')
    .replaceAll(/[\s\p{C}\uFFFD]/gu, ''))
    counts.set(character, (counts.get(character) ?? 0) - 1);
  const items = markdown.match(/^- /gm)?.length ?? 0;
  for (let left = items; left > 0; left--) {
    const [drawn] = [...counts].find(([character, count]) => count > 0 && bullet.test(character)) ?? [];
    if (drawn === undefined) break;
    counts.set(drawn, (counts.get(drawn) ?? 0) - 1);
  }
  const parted = layer.match(/[\u00AD\uFFFE]/g)?.length ?? 0;
  const hyphens = counts.get('-') ?? 0;
  if (hyphens < 0) counts.set('-', Math.min(0, hyphens + parted));
  let [lost, added] = ['', ''];
  for (const [character, count] of counts) {
    if (count > 0) lost += character.repeat(count);
    else added += character.repeat(-count);
  }
  return { characters: ink.length, lost, added };
}

/** The text of Markdown as this package writes it: headings, items, tables, notes in comments, escapes. */
function withoutMarks(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => {
      const note = /^<!-- (?:header|footer|margin): (.*) -->$/.exec(line)?.[1];
      if (note !== undefined) return note;
      if (/^\|(?:---\|)+$/.test(line)) return '';
      if (/^\| .* \|$/.test(line))
        return line
          .slice(1, -1)
          .replaceAll(/(?<!\\) \| /g, ' ')
          .replaceAll('\\|', '|')
          .replaceAll('&lt;', '<');
      return line
        .replace(/^#{1,6} /, '')
        .replace(/^- /, '')
        .replace(/^\\(?=#|>|`)/, '')
        .replaceAll('&lt;', '<');
    })
    .join('\n');
}
