/**
 * Tokens of a text, or of all texts inside a value, estimated without a tokenizer: about four bytes of UTF-8 each.
 * For limits and reservations; what is charged comes from the model's own counts.
 */
export function estimateTokens(value: unknown): number {
  return Math.ceil(bytesIn(value, 0) / 4);
}

const maxDepth = 30;

function bytesIn(value: unknown, depth: number): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return 4;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return 0;
  let bytes = 0;
  for (const item of Array.isArray(value) ? value : Object.values(value)) bytes += bytesIn(item, depth + 1);
  return bytes;
}
