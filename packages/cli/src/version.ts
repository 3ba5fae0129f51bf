import { readFileSync } from 'node:fs';

/** Of this package. */
export function version(): string {
  for (const path of ['../package.json', '../../../../package.json']) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
      const found: unknown =
        typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : null;
      if (typeof found === 'string') return found;
    } catch {
      // In the published package the manifest lies further up.
    }
  }
  return 'unknown';
}
