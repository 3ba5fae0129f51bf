import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { settingNames } from './settings.ts';

const inProduction = (env: Record<string, string>) => readConfig({ NODE_ENV: 'production', ...env });

/** The slips that hands make: letters swapped, left out, doubled. */
function slipsOf(name: string): string[] {
  const middle = Math.floor(name.length / 2);
  const [before, one, two, after] = [
    name.slice(0, middle - 1),
    name[middle - 1] ?? '',
    name[middle] ?? '',
    name.slice(middle + 1),
  ];
  return [before + two + one + after, before + two + after, before + one + one + two + after].filter(
    (slip) => slip !== name,
  );
}

/** Too short to be told from another vendor's name by one letter. */
const short = /^\w{1,4}_(?:API_KEY|BASE_URL)$/;

describe('a setting that is misspelt', () => {
  it('is refused in production, for every known name', () => {
    const missed = [...settingNames]
      .filter((name) => !short.test(name))
      .flatMap((name) => slipsOf(name))
      .filter((slip) => !settingNames.has(slip))
      .filter((slip) => {
        try {
          inProduction({ [slip]: 'x' });
          return true;
        } catch (error) {
          return !String(error).includes(`${slip}: is not a setting`);
        }
      });
    expect(missed).toEqual([]);
  });

  it('does not run on SQLite where PostgreSQL was meant', () => {
    const url = 'postgres://user:password@db/parley';
    expect(() => inProduction({ DATBASE_URL: url })).toThrow(
      'DATBASE_URL: is not a setting and would do nothing; did you mean DATABASE_URL?',
    );
    expect(() => inProduction({ database_url: url })).toThrow('did you mean DATABASE_URL?');
  });

  it('is told of elsewhere', () => {
    expect(readConfig({ DATBASE_URL: 'x', REDIS_URI: 'x' }).notices).toEqual([
      'DATBASE_URL is not a setting and does nothing; did you mean DATABASE_URL?',
      'REDIS_URI is not a setting and does nothing; did you mean REDIS_URL?',
    ]);
  });
});

it('lets be what belongs to others', () => {
  const others = {
    PATH: '/bin',
    HOME: '/root',
    HOSTNAME: 'parley-1',
    LOGNAME: 'root',
    LANG: 'C',
    PWD: '/',
    ZAI_API_KEY: 'x',
    GROK_API_KEY: 'x',
    OLLAMA_PORT: 'tcp://10.0.0.1:11434',
    REDIS_PORT: 'tcp://10.0.0.1:6379',
    REDIS_SERVICE_HOST: '10.0.0.1',
    POSTGRES_PASSWORD: 'x',
    S3_SECRET_KEY: 'x',
    DOMAIN: 'ai.example.com',
    INTEGRATION_GITHUB_CLIENT_ID: 'x',
    MALLOC_ARENA_MAX: '2',
    npm_config_cache: '/tmp',
  };
  expect(inProduction(others).notices).toEqual([]);
});

describe('a role that nothing would come of', () => {
  it.each(['api', 'worker'])('is refused on SQLite: %s', (ROLE) => {
    expect(() => readConfig({ ROLE })).toThrow(`ROLE: ${ROLE} needs DATABASE_URL`);
    expect(readConfig({ ROLE, DATABASE_URL: 'postgres://db/parley' }).storage.role).toBe(ROLE);
  });
});

describe('more processes than one', () => {
  const url = 'postgres://db/parley';
  const workers = (WORKERS: string) => readConfig({ WORKERS, DATABASE_URL: url }).storage.workers;

  it.runIf(process.platform === 'linux')('are as many as are said, or one a core', () => {
    expect([workers('1'), workers('4'), workers('auto')]).toEqual([1, 4, availableParallelism()]);
    expect(readConfig({}).storage.workers).toBe(1);
  });

  it.each(['auto', '2'])('are refused on SQLite, with the reason: %s', (WORKERS) => {
    expect(() => readConfig({ WORKERS })).toThrow('WORKERS: needs DATABASE_URL: on SQLite one process has');
  });

  it.each(['0', '65', 'many', '1.5'])('are not %s', (given) => {
    expect(() => workers(given)).toThrow('WORKERS: must be auto or a number from 1 to 64');
  });
});
