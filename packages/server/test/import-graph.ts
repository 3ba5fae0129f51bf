import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** One import line; paths begin at the root of the repository. */
export interface Import {
  file: string;
  target: string;
  isTypeOnly: boolean;
  /** By the name of a package, not by a path. */
  isByName: boolean;
}

const statement = /^(?:import|export)\s(type\s)?[^;]*?from\s+'([^']+)';|^import\s+'([^']+)';|import\('([^']+)'\)/gm;

/** What a file imports of this repository. */
export function importsOf(path: string, root: string): Import[] {
  const file = relative(root, path);
  return [...readFileSync(path, 'utf8').matchAll(statement)].flatMap(([, typeOnly, from, bare, dynamic]): Import[] => {
    const specifier = from ?? bare ?? dynamic ?? '';
    const isTypeOnly = typeOnly !== undefined;
    if (specifier.startsWith('.')) {
      const target = resolve(dirname(path), specifier);
      // A program that is written out by another names files that are not there yet, or were built.
      const isSource = existsSync(target) && !relative(root, target).startsWith('dist/');
      return isSource ? [{ file, target: relative(root, target), isTypeOnly, isByName: false }] : [];
    }
    const named = /^@parley\/([^/]+)(\/.+)?$/.exec(specifier);
    if (!named) return [];
    return [{ file, target: faceOf(root, named[1] ?? '', `.${named[2] ?? ''}`), isTypeOnly, isByName: true }];
  });
}

/** The file behind a name that a package exports. */
function faceOf(root: string, name: string, subpath: string): string {
  const folder = existsSync(join(root, 'engines', name)) ? join('engines', name) : join('packages', name);
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const target: unknown = exports[subpath];
  if (typeof target !== 'string') throw new Error(`@parley/${name} does not export ${subpath}`);
  return join(folder, target);
}

/** Groups of files that import each other in a circle (Tarjan's strongly connected components of more than one). */
export function findCircles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { file, target } of imports) targets.set(file, [...(targets.get(file) ?? []), target]);
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    let low = order.size - 1;
    open.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === order.get(file)) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}
