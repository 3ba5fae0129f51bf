/** Text made safe for HTML, inside quotes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The anchor of a heading, as GitHub makes it, so that links hold there and here. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** What is written for maintainers, from `<!--` to `-->`, is no part of a page. */
export function withoutComments(markdown: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = markdown.indexOf('<!--', from);
    const end = start < 0 ? -1 : markdown.indexOf('-->', start + 4);
    kept.push(markdown.slice(from, end < 0 ? undefined : start));
    if (end < 0) return kept.join(' ');
    from = end + 3;
  }
}

/** Words of Markdown without its marks, on one line. */
export function plainText(markdown: string): string {
  return withoutComments(markdown)
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/^[ \t]*\|[ \t:|-]*$/gm, ' ')
    .replaceAll(/^[#>\s-]+/gm, ' ')
    .replaceAll(/[`*|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
