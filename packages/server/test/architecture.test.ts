import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { findCircles, type Import, importsOf } from './import-graph.ts';

const root = resolve(import.meta.dirname, '../../..');
const manual = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** What `ARCHITECTURE.md` allows: the rows of the table with this first heading, from a name to the names in each further cell. */
function tableOf(heading: string): Map<string, Set<string>[]> {
  const [, rest = ''] = manual.split(new RegExp(`\\| ${heading} \\|[^\\n]*\\n\\|[-|]+\\n`));
  const [table = ''] = rest.split('\n\n');
  const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return new Map(
    table.split('\n').map((row) => {
      const [, first = '', ...cells] = row.split('|');
      return [names(first)[0] ?? '', cells.map((cell) => new Set(names(cell)))];
    }),
  );
}

const rooms = tableOf('Room of the server');
const featureRooms = tableOf('Room of features');
const allowedPackages = tableOf('Package');
const surroundings = tableOf('Around the packages');

const listed = (folder: string): string[] => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []);
const packages = ['packages', 'engines'].flatMap((top) =>
  listed(top).map((name) => ({ name, folder: join(top, name) })),
);
const sourcesIn = (folder: string): string[] =>
  !existsSync(join(root, folder))
    ? []
    : readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.endsWith('.d.ts'))
        .filter((path) => !path.includes('node_modules'))
        .map((path) => join(folder, path));

const files = packages.flatMap(({ folder }) => sourcesIn(join(folder, 'src')));
const toolFiles = packages.flatMap(({ folder }) => sourcesIn(join(folder, 'tools')));
const aroundFiles = [...surroundings.keys()].filter((name) => !name.includes('/')).flatMap(sourcesIn);
const imports = [...files, ...toolFiles, ...aroundFiles].flatMap((file) => importsOf(join(root, file), root));

/** The name of a package, of its tools (`sdk/tools`) or its tests, or of a folder beside the packages. */
function areaOf(path: string): string {
  const [top = '', name = '', part = ''] = path.split('/');
  if (top !== 'packages' && top !== 'engines') return top;
  return part === 'src' ? name : `${name}/${part}`;
}
const ownerOf = (area: string): string => area.split('/')[0] ?? '';

/** Imports inside the server, with paths that begin at its source. */
const source = 'packages/server/src/';
const inside = imports
  .filter(({ file, target }) => file.startsWith(source) && target.startsWith(source))
  .map(({ file, target, isTypeOnly }) => ({
    file: file.slice(source.length),
    target: target.slice(source.length),
    isTypeOnly,
    isByName: false,
  }));
const upTo = (path: string, depth: number) => path.split('/').slice(0, depth).join('/');
const room = (path: string) => upTo(path, 1);
const said = (wrong: Import[]) => wrong.map(({ file, target }) => `${file} imports ${target}`);

it('imports only in the directions that ARCHITECTURE.md allows', () => {
  expect(inside.length).toBeGreaterThan(1000);
  expect(rooms.size).toBeGreaterThan(10);
  const wrong = inside.filter(({ file, target, isTypeOnly }) => {
    const [from, to] = [room(file), room(target)];
    // What is put together is described by types that others may know.
    if (from === to || (isTypeOnly && to === 'config.ts')) return false;
    const [allowed] = rooms.get(upTo(file, 2)) ?? rooms.get(from) ?? [];
    return !allowed?.has(to);
  });
  expect(said(wrong)).toEqual([]);
});

it('names every room in ARCHITECTURE.md, and no room that is not there', () => {
  const there = new Set(files.filter((path) => path.startsWith(source)).map((path) => room(path.slice(source.length))));
  const named = [...rooms.keys()].filter((name) => !name.includes('/'));
  expect(named.sort()).toEqual([...there].sort());
  expect([...allowedPackages.keys()].sort()).toEqual(packages.map(({ name }) => name).sort());
});

it('names every room of features with what it holds', () => {
  const features = join(source, 'features');
  expect([...featureRooms.keys()].sort()).toEqual(listed(features).sort());
  for (const [name, [holds = new Set<string>()]] of featureRooms) {
    const there = listed(join(features, name));
    expect(there, name).toEqual(expect.arrayContaining([...holds]));
  }
});

/** A capability: a folder that its room names, else what is left of the room. */
function capabilityOf(path: string): string {
  const [, name = '', part = ''] = path.split('/');
  return featureRooms.get(name)?.[0]?.has(part) ? upTo(path, 3) : upTo(path, 2);
}
const roomOfFeatures = (path: string) => path.split('/')[1] ?? '';
const amongFeatures = inside.filter(({ file, target }) => room(file) === 'features' && room(target) === 'features');

it('lets a room of features know only those below it', () => {
  expect(amongFeatures.length).toBeGreaterThan(500);
  const wrong = amongFeatures.filter(({ file, target }) => {
    const [from, to] = [roomOfFeatures(file), roomOfFeatures(target)];
    return from !== to && !featureRooms.get(from)?.[1]?.has(to);
  });
  expect(said(wrong)).toEqual([]);
  const arrows = [...featureRooms].flatMap(([file, [, below = []]]) => [...below].map((target) => arrow(file, target)));
  expect(arrows.length).toBeGreaterThan(10);
  expect(findCircles(arrows)).toEqual([]);
});

it('has no circle of folders in a room of features', () => {
  const arrows = amongFeatures
    .map(({ file, target }) => arrow(upTo(file, 3), upTo(target, 3)))
    // What lies in a room itself puts its folders together, and has the types that they share.
    .filter(({ file, target }) => file !== target && !file.endsWith('.ts') && !target.endsWith('.ts'));
  expect(findCircles(arrows)).toEqual([]);
});

const translators = [
  ...['answers', 'conversations', 'agents'].map((name) => `features/text/${name}`),
  ...['chat-completions', 'completions', 'messages', 'openai'].map((name) => `features/compatible/${name}`),
];
const faces = [
  'features/money/billing/cost.ts',
  'features/money/billing/estimate-tokens.ts',
  'features/money/billing/stored-labels.ts',
  'features/money/billing/usage-record.ts',
  'features/models/metered-model.ts',
  'features/runs/lines/call-patiently.ts',
  'features/runs/lines/noting-meter.ts',
];

it('lets one feature know another only by its types, but for generation, what calls cost, and how they are made in the background', () => {
  const isAllowed = ({ file, target }: Import) =>
    faces.includes(target) ||
    (file === 'features/models/metered-model.ts' && target === 'features/money/billing/bill.ts') ||
    (capabilityOf(target) === 'features/text/generation' && translators.includes(capabilityOf(file)));
  const wrong = amongFeatures.filter(
    (one) => capabilityOf(one.file) !== capabilityOf(one.target) && !one.isTypeOnly && !isAllowed(one),
  );
  expect(said(wrong)).toEqual([]);
});

it('has every file that ARCHITECTURE.md names', () => {
  const named = [...new Set([...manual.matchAll(/`([\w./-]+\.(?:ts|json|md))`/g)].map(([, name = '']) => name))];
  const there = ['docs', 'packages', 'engines', 'quality'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|json|md)$/.test(path) && !path.includes('node_modules'))
      .map((path) => `/${top}/${path}`),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !there.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
});

it('keeps vendors apart', () => {
  const wrong = inside.filter(
    ({ file, target }) => room(file) === 'adapters' && room(target) === 'adapters' && upTo(file, 2) !== upTo(target, 2),
  );
  expect(said(wrong)).toEqual([]);
});

it('has no import circle anywhere, types, tools, acceptance and measurements included', () => {
  expect(aroundFiles.length).toBeGreaterThan(100);
  expect(toolFiles.length).toBeGreaterThan(15);
  expect(findCircles(imports)).toEqual([]);
});

it('finds a circle where there is one', () => {
  const links = [arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'a'), arrow('c', 'd'), arrow('d', 'e')];
  expect(findCircles(links)).toEqual([['a', 'b', 'c']]);
});

const between = imports.filter(({ file, target }) => areaOf(file) !== areaOf(target));
const isPackage = (area: string) => allowedPackages.has(area);

it('imports packages in the directions that ARCHITECTURE.md allows', () => {
  const wrong = between.filter(({ file, target }) => {
    const [from, to] = [areaOf(file), areaOf(target)];
    return isPackage(from) && !allowedPackages.get(from)?.[0]?.has(to);
  });
  expect(between.length).toBeGreaterThan(100);
  expect(said(wrong)).toEqual([]);
});

it('keeps engines free of what people touch, but for the contract', () => {
  const isEngine = (path: string) => path.startsWith('engines/');
  const wrong = between.filter(
    ({ file, target }) => isEngine(file) && !isEngine(target) && !target.startsWith('packages/contract/src/'),
  );
  expect(said(wrong)).toEqual([]);
});

it('lets what stands around the packages import only what ARCHITECTURE.md allows', () => {
  const wrong = between.filter(({ file, target }) => {
    const [from, to] = [areaOf(file), areaOf(target)];
    if (isPackage(from)) return false;
    // Tools of a package look inside it, and import what it may import.
    const own = from.includes('/') ? ownerOf(from) : undefined;
    if (own !== undefined && (ownerOf(to) === own || allowedPackages.get(own)?.[0]?.has(to))) return false;
    return !surroundings.get(from)?.[0]?.has(ownerOf(to));
  });
  expect(said(wrong)).toEqual([]);
  expect([...surroundings.keys()].filter((name) => !name.includes('/') && listed(name).length === 0)).toEqual([]);
});

it('imports a package by its name only, but where it is built and measured', () => {
  const lookInside = ['bench', 'quality', 'tools'];
  const wrong = between.filter(({ file, target, isByName }) => {
    const [from, to] = [areaOf(file), ownerOf(areaOf(target))];
    return !isByName && isPackage(to) && ownerOf(from) !== to && !lookInside.includes(from);
  });
  expect(said(wrong)).toEqual([]);
});

it('holds types and no code in ports', () => {
  const ports = files.filter((path) => path.startsWith(join(source, 'ports/')));
  expect(ports.length).toBeGreaterThan(10);
  const withCode = ports.filter((path) => {
    const code = stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'));
    return code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').trim() !== '';
  });
  expect(withCode).toEqual([]);
});

it('reads the environment in one place', () => {
  const readers = files.filter((path) => /process\??\.env\b/.test(readFileSync(join(root, path), 'utf8')));
  // The ONNX runtime is told by its environment alone to report nothing: that is written, not read.
  const writer = 'engines/weights/src/open-runtime.ts';
  expect(readers.filter((path) => path !== writer).sort()).toEqual([
    'packages/cli/src/main.ts',
    'packages/sdk/src/environment.ts',
    'packages/server/src/lib/fork-worker.ts',
    'packages/server/src/main.ts',
  ]);
});

function arrow(file: string, target: string): Import {
  return { file, target, isTypeOnly: true, isByName: false };
}
