const maxValues = 200_000;
const maxCharacters = 8_000_000;
const maxDepth = 500;

/** Why a value is too large to be checked, or null. Looks at no more than the limits allow. */
export function tooLarge(root: unknown): string | null {
  let values = 0;
  let characters = 0;
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return `is nested too deeply: more than ${maxDepth} levels`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') characters += value.length;
      if (typeof value !== 'object' || value === null) continue;
      const items = Array.isArray(value) ? value : Object.values(value);
      values += items.length;
      if (values > maxValues) return `is too large to be checked: more than ${maxValues} values`;
      for (const item of items) next.push(item);
    }
    if (characters > maxCharacters) return `is too large to be checked: more than ${maxCharacters} characters`;
    level = next;
  }
  return null;
}
