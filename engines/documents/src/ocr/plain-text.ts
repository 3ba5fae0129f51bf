/** Markdown without its marks, tables as lines of cells parted by tabs. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^[ \t]*(?:\|[ \t]*)?(?::?-{2,}:?[ \t]*\|[ \t]*)+(?:(?::?-+:?|::?)[ \t]*)?(?:\n|$)/gm, '')
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_row, cells: string) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join('\t'),
    )
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, '')
    .replace(/(\*\*|__|~~|```\w*)/g, '')
    .replace(/^\\([#>+*=-])/gm, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
