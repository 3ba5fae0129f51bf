import { type ConfigSource, integer, list, text, url } from './config-source.ts';

/** Search back ends and research. Every setting is optional. */
export interface SearchConfig {
  searxngUrl: string | undefined;
  kiwixUrl: string | undefined;
  /** Books of the Kiwix server to search; empty: all. */
  kiwixBooks: string[];
  brave: KeyedEngine | undefined;
  tavily: KeyedEngine | undefined;
  exa: KeyedEngine | undefined;
  serper: KeyedEngine | undefined;
  /** Null when Wikipedia is not to be asked. */
  wikipedia: { language: string; baseUrl: string | undefined } | null;
  /** Least time between two requests to one host, in milliseconds. */
  hostIntervalMs: number;
  /** Processes that take pages apart. */
  pageProcesses: number;
}

export interface KeyedEngine {
  apiKey: string;
  /** For proxies; undefined: the vendor's own address. */
  baseUrl: string | undefined;
}

const known = ['wikipedia', 'none'];

/** Wikipedia is asked when no other back end is configured, or when `SEARCH_EXTRA` names it. */
export function readSearchConfig(source: ConfigSource): SearchConfig {
  const keyed = (name: string): KeyedEngine | undefined => {
    const apiKey = text(source, `${name}_API_KEY`);
    const baseUrl = url(source, `${name}_BASE_URL`, ['http', 'https']);
    return apiKey === undefined ? undefined : { apiKey, baseUrl };
  };
  const engines = {
    searxngUrl: url(source, 'SEARXNG_URL', ['http', 'https']),
    kiwixUrl: url(source, 'KIWIX_URL', ['http', 'https']),
    kiwixBooks: list(source, 'KIWIX_BOOKS'),
    brave: keyed('BRAVE'),
    tavily: keyed('TAVILY'),
    exa: keyed('EXA'),
    serper: keyed('SERPER'),
  };
  const extra = list(source, 'SEARCH_EXTRA').map((name) => name.toLowerCase());
  for (const name of extra) {
    if (!known.includes(name)) source.problem('SEARCH_EXTRA', `knows ${known.join(' and ')}, not "${name}"`);
  }
  const { kiwixBooks: _, ...others } = engines;
  const isOnly = Object.values(others).every((engine) => engine === undefined);
  const wantsWikipedia = (isOnly && !extra.includes('none')) || extra.includes('wikipedia');
  return {
    ...engines,
    wikipedia: wantsWikipedia ? { language: wikipediaLanguage(source), baseUrl: wikipediaUrl(source) } : null,
    hostIntervalMs: integer(source, 'PAGE_INTERVAL_MS', { default: 200, min: 0, max: 60_000 }),
    pageProcesses: integer(source, 'PAGE_PROCESSES', { default: 2, min: 1, max: 64 }),
  };
}

function wikipediaUrl(source: ConfigSource): string | undefined {
  // `{language}` is no part of a valid address, so it is put back after the check.
  const given = text(source, 'WIKIPEDIA_URL');
  if (given === undefined || URL.canParse(given.replace('{language}', 'en'))) return given;
  source.problem('WIKIPEDIA_URL', 'must be an address; {language} in it stands for the edition');
  return undefined;
}

function wikipediaLanguage(source: ConfigSource): string {
  const given = text(source, 'WIKIPEDIA_LANGUAGE') ?? 'en';
  if (/^[a-z]{2,3}(?:-[a-z]{2,8})?$/.test(given)) return given;
  source.problem('WIKIPEDIA_LANGUAGE', `must be the code of an edition, such as en or de, not "${given}"`);
  return 'en';
}
