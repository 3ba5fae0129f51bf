import type { JsonObject } from '@parley/contract';

const usualName = 'answer';

/** What a schema calls itself, as vendors take names: its title in letters, digits and underscores. */
export function schemaName({ title }: JsonObject): string {
  const name = typeof title === 'string' ? title.replaceAll(/[^a-zA-Z0-9]+/g, '_').replaceAll(/^_|_$/g, '') : '';
  return name.slice(0, 64) || usualName;
}

/** What a schema says of itself: title and description; empty when it says nothing. */
export function schemaDescription({ title, description }: JsonObject): string {
  return [title, description]
    .filter((part) => typeof part === 'string' && part.trim() !== '')
    .join(': ')
    .slice(0, 1000);
}
