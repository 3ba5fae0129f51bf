import { dereference } from '@readme/openapi-parser';
import { serveTasks } from '../../lib/process-pool.ts';

const maxNodes = 1_000_000;

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
    return writeOut(resolved);
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

/** Plain JSON. What refers to itself is written out once; inside itself it stays open: any value fits there. */
function writeOut(document: unknown): unknown {
  let nodes = 0;
  const visit = (value: unknown, open: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    // References used many times multiply when they are written out.
    if (++nodes > maxNodes) throw new Error('the document is too large once its references are written out');
    if (Array.isArray(value)) return value.map((item) => visit(item, open));
    if ('$ref' in value && typeof value.$ref === 'string') {
      const { $ref } = value;
      return open.includes($ref) ? {} : visit(lookUp(document, $ref), [...open, $ref]);
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item, open)]));
  };
  return visit(document, []);
}

function lookUp(document: unknown, reference: string): unknown {
  let current = document;
  for (const segment of reference.slice(1).split('/').slice(1)) {
    const name = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return {};
    current = Reflect.get(current, name);
  }
  return current;
}
