const quoted = /["“”]([^"“”]{1,60})["“”]|(?<=\s)'([^']{2,60})'(?=[\s.,;!?]|$)/g;

/** The words of a prompt in lower case, with a comma between its clauses, and apart from them what it wants lettered. */
export function splitPrompt(prompt: string): { words: string[]; quotes: string[] } {
  const quotes = [...prompt.matchAll(quoted)].map((match) => (match[1] ?? match[2] ?? '').trim()).filter(Boolean);
  const text = prompt
    .replaceAll(quoted, ' ')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/'s\b/g, '')
    .replaceAll(/[.;:!?()[\]]/g, ' , ')
    .replaceAll(',', ' , ');
  return { words: text.split(/\s+/).filter(Boolean), quotes };
}
