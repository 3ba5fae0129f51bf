import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accountPages, areas } from '../src/app/areas.ts';
import { chapters } from './shot-captions.ts';
import type { ShotContent } from './shot-content.ts';
import { dialogsOfFlows, dialogsShown } from './shot-dialogs.ts';
import { doorShots, emptyShots, entranceShots, germanShots, pageShots, partShots } from './shot-list.ts';

/** What there is to see and what pictures are taken of. Needs no browser. */
const pages = join(import.meta.dirname, '../src/pages');
/** Whatever is asked of it is called the same. */
const content = new Proxy({} as ShotContent, { get: () => 'one' });
const shots = [
  ...entranceShots('/claim#token=one'),
  ...emptyShots,
  ...germanShots,
  ...pageShots(content),
  ...partShots(content),
  ...doorShots,
];
const places = new Set(shots.map(({ path }) => path.split(/[?#]/)[0]));

it('takes a picture of every route', () => {
  const router = readFileSync(join(import.meta.dirname, '../src/app/router.tsx'), 'utf8');
  const outside = [...router.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);
  expect(outside).toContain('/sign-in');
  const routes = [...areas.flatMap((area) => area.pages), ...accountPages].map(({ path }) => path);
  const isSeen = (route: string) =>
    [...places].some((place) => new RegExp(`^${route.replace(/\$\w+/g, '[^/]+')}$`).test(place ?? '')) ||
    // Whoever is not signed in meets it wherever they go; a piece of media is opened from the gallery.
    (route === '/sign-in' && shots.some(({ name }) => name === 'sign-in')) ||
    (route === '/media/$mediaId' && shots.some(({ name }) => name === 'media-piece'));
  expect([...routes, ...outside].filter((route) => !isSeen(route))).toEqual([]);
});

it('takes a picture of every dialog', () => {
  const withDialogs = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => /<(?:Confirm|Form)?Dialog\b/.test(readFileSync(join(pages, file), 'utf8')));
  expect(withDialogs.length).toBeGreaterThan(40);
  expect(withDialogs.filter((file) => !(file in dialogsShown || file in dialogsOfFlows))).toEqual([]);
  expect(Object.keys(dialogsShown).filter((file) => !withDialogs.includes(file))).toEqual([]);
  const names = shots.map(({ name }) => name);
  expect(Object.values(dialogsShown).filter((name) => !names.includes(name))).toEqual([]);
});

it('has words for every picture, and one picture for each name', () => {
  const captions = chapters.flatMap((chapter) => chapter.pages.map(({ name }) => name));
  expect([...new Set(shots.map(({ name }) => name))].filter((name) => !captions.includes(name))).toEqual([]);
  const parts = [...pageShots(content), ...partShots(content)].map(({ name }) => name);
  expect(parts.filter((name, at) => parts.indexOf(name) !== at)).toEqual([]);
});
