import { dereference } from '@readme/openapi-parser';
import { serveTasks } from '../../lib/process-pool.ts';

/*
 * Entry of the process that reads OpenAPI documents: they come from outside and can be large. References to anything
 * but the document itself are refused, before the parser could follow them.
 */
serveTasks({
  dereference: async (document: never) => {
    const remote = findRemote(document, 0);
    if (remote !== null)
      throw new Error(`the $ref ${remote} is not inside the document; remote references are not followed`);
    const resolved: unknown = await dereference(structuredClone(document), {
      resolve: { external: false },
      dereference: { circular: 'ignore' },
    });
    return dropCircular(resolved);
  },
});

function findRemote(value: unknown, depth: number): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > 200) throw new Error('the document is nested too deeply');
  for (const [key, item] of Object.entries(value)) {
    if (key === '$ref' && typeof item === 'string' && !item.startsWith('#')) return item.slice(0, 200);
    const found = findRemote(item, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** Plain JSON. What refers to itself stays open: any value fits there. */
function dropCircular(value: unknown): unknown {
  let sizeBytes = 0;
  const text = JSON.stringify(value, (_key, item: unknown) => {
    const isReference = typeof item === 'object' && item !== null && '$ref' in item && typeof item.$ref === 'string';
    sizeBytes += typeof item === 'string' ? item.length : 8;
    // References used many times multiply when they are written out.
    if (sizeBytes > 50_000_000) throw new Error('the document is too large once its references are written out');
    return isReference ? {} : item;
  });
  return JSON.parse(text);
}
