const maxNodes = 1_000_000;
const maxDepth = 1000;

/**
 * A document of plain JSON with every `$ref` written out. What refers to itself is written out once; inside itself it stays open,
 * as `{}`: any value fits there. What stands beside a `$ref` holds over what it names, as OpenAPI 3.1 has it.
 *
 * Nothing but the document itself is read: a reference to a file or an address is an error, and so is one that leads nowhere, a
 * document deeper than 1,000 levels, and one of more than a million values once it is written out.
 */
export function resolveReferences(document: unknown): unknown {
  let nodes = 0;
  const visit = (value: unknown, open: readonly string[], depth: number): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (++nodes > maxNodes) throw new Error('the document is too large once its references are written out');
    if (depth > maxDepth) throw new Error('the document is nested too deeply');
    if (Array.isArray(value)) return value.map((item) => visit(item, open, depth + 1));
    const reference = '$ref' in value && typeof value.$ref === 'string' ? value.$ref : null;
    const own = Object.entries(value)
      .filter(([key]) => reference === null || key !== '$ref')
      .map(([key, item]) => [key, visit(item, open, depth + 1)]);
    if (reference === null) return Object.fromEntries(own);
    if (open.includes(reference)) return {};
    const named = visit(lookUp(document, reference), [...open, reference], depth + 1);
    return isPlainObject(named) ? { ...named, ...Object.fromEntries(own) } : named;
  };
  return visit(document, [], 0);
}

function lookUp(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) {
    throw new Error(`the $ref ${shorten(reference)} is not inside the document; remote references are not followed`);
  }
  if (reference !== '#' && !reference.startsWith('#/')) {
    throw new Error(`the $ref ${shorten(reference)} is a name; give a path such as #/components/schemas/Pet`);
  }
  let current = document;
  for (const segment of reference.split('/').slice(1)) {
    const name = decode(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) {
      throw new Error(`the $ref ${shorten(reference)} names nothing in the document`);
    }
    current = Reflect.get(current, name);
  }
  return current;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function shorten(reference: string): string {
  return reference.slice(0, 200);
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
