/** Where the signature of a mail begins: at the last line that opens with the name of its sender; undefined without one. */
export function signatureAt(text: string): number | undefined {
  const head = text.indexOf('**From:**');
  if (head < 0 || head > 2000) return undefined;
  const name = /^\*\*From:\*\*\s+"?([^"<\n]{2,80}?)"?\s*(?:<|$)/m.exec(text.slice(head, head + 300))?.[1];
  const body = text.indexOf('\n\n', head);
  if (name === undefined || body < 0) return undefined;
  const at = text.lastIndexOf(`\n${name}`);
  return at >= body ? at + 1 : undefined;
}
