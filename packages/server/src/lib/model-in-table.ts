/** The entry of a vendor's table that a model's name belongs to: its own, or that of the model it is a version of. */
export function modelInTable(name: string, table: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(table)
    .filter((key) => name === key || isVersionOf(name, key))
    .sort((a, b) => b.length - a.length)[0];
}

/** `gpt-5-mini-2025-08-07` is a version of `gpt-5-mini`, which is none of `gpt-5`: it stands in the table itself. */
function isVersionOf(name: string, key: string): boolean {
  return (
    name.startsWith(key) &&
    /^(?:[-@]\d{4,}|[-@:](?:latest|preview|exp|chat|codex|001|002)\b)/.test(name.slice(key.length))
  );
}
