import { describe, expect, it } from 'vitest';
import { AppError } from '../../lib/app-error.ts';
import { chainOfRoute, turnsOf } from './route-turns.ts';

const route = {
  id: 'ears',
  engines: [{ engine: 'a/m', weight: 1 }],
  fallbacks: ['b/m', 'c/m'],
  fallbacks_by: { rate: ['d/m', 'b/m'] },
};
const inTurn = turnsOf((name) => (name === 'ears' ? chainOfRoute(route) : undefined));

/** What is asked, and what comes of it, when engines fail as told. */
async function ask(faults: Record<string, AppError>, name: string | null = 'ears', turns = inTurn) {
  const asked: (string | null | undefined)[] = [];
  const end = await turns(name, async (engine) => {
    asked.push(engine);
    const fault = faults[engine ?? ''];
    if (fault) throw fault;
    return engine;
  }).catch((error: unknown) => error);
  return { asked, end };
}

const fault = (code: AppError['code'], param?: string) =>
  new AppError(code, code, param === undefined ? {} : { param });

describe('the chain of a route', () => {
  it('goes on after a fault, by its kind where that has a chain of its own', async () => {
    expect(await ask({})).toEqual({ asked: ['a/m'], end: 'a/m' });
    expect((await ask({ 'a/m': fault('upstream_error') })).asked).toEqual(['a/m', 'b/m']);
    expect((await ask({ 'a/m': fault('upstream_rate_limited') })).asked).toEqual(['a/m', 'd/m']);
    const both = { 'a/m': fault('upstream_rate_limited'), 'd/m': fault('upstream_timeout') };
    expect((await ask(both)).asked).toEqual(['a/m', 'd/m', 'b/m']);
  });

  it('ends with the first fault where all fail, and at once with what no other engine would do better', async () => {
    const faults = {
      'a/m': fault('upstream_error'),
      'b/m': fault('upstream_timeout'),
      'c/m': fault('upstream_invalid'),
    };
    const all = await ask(faults);
    expect([all.asked, all.end]).toEqual([['a/m', 'b/m', 'c/m'], faults['a/m']]);
    const spent = fault('budget_exceeded');
    expect(await ask({ 'a/m': spent })).toEqual({ asked: ['a/m'], end: spent });
  });

  it('leaves out engines that do something else, or that the call may not ask', async () => {
    const faults = { 'a/m': fault('model_not_found', 'model'), 'b/m': fault('forbidden') };
    expect(await ask(faults)).toEqual({ asked: ['a/m', 'b/m', 'c/m'], end: 'c/m' });
    const none = { ...faults, 'c/m': fault('no_provider_fits') };
    expect((await ask(none)).end).toBe(faults['a/m']);
  });

  it('goes on only after the faults that the route names', async () => {
    const picky = turnsOf(() => chainOfRoute({ ...route, fallbacks_by: undefined, fallback_on: ['timeout'] }));
    expect((await ask({ 'a/m': fault('upstream_error') }, 'ears', picky)).asked).toEqual(['a/m']);
    expect((await ask({ 'a/m': fault('upstream_timeout') }, 'ears', picky)).asked).toEqual(['a/m', 'b/m']);
  });

  it('is none of a name that is no route', async () => {
    for (const name of ['a/m', 'other', null]) {
      const error = fault('upstream_error');
      expect(await ask({ [name ?? '']: error }, name)).toEqual({ asked: [name], end: error });
    }
  });
});
