import { type SearchAccess, searchVendors } from '../vendors/search-vendors.ts';
import { type ConfigSource, integer, list, text, url } from './config-source.ts';

/** Search back ends and research. Every setting is optional. */
export interface SearchConfig {
  /** The back ends that are switched on, by the name of their vendor. */
  engines: { vendor: string; access: SearchAccess }[];
  /** Null when Wikipedia is not to be asked. */
  wikipedia: { language: string; baseUrl: string | undefined } | null;
  /** Least time between two requests to one host, in milliseconds. */
  hostIntervalMs: number;
  /** Processes that take pages apart. */
  pageProcesses: number;
}

const known = ['wikipedia', 'none'];

/** Wikipedia is asked when no other back end is configured, or when `SEARCH_EXTRA` names it. */
export function readSearchConfig(source: ConfigSource): SearchConfig {
  const engines = readEngines(source);
  const extra = list(source, 'SEARCH_EXTRA').map((name) => name.toLowerCase());
  for (const name of extra) {
    if (!known.includes(name)) source.problem('SEARCH_EXTRA', `knows ${known.join(' and ')}, not "${name}"`);
  }
  const wantsWikipedia = (engines.length === 0 && !extra.includes('none')) || extra.includes('wikipedia');
  return {
    engines,
    wikipedia: wantsWikipedia ? { language: wikipediaLanguage(source), baseUrl: wikipediaUrl(source) } : null,
    hostIntervalMs: integer(source, 'PAGE_INTERVAL_MS', { default: 200, min: 0, max: 60_000 }),
    pageProcesses: integer(source, 'PAGE_PROCESSES', { default: 2, min: 1, max: 64 }),
  };
}

function readEngines(source: ConfigSource): SearchConfig['engines'] {
  return Object.entries(searchVendors).flatMap(([vendor, { keyName, urlName }]) => {
    const baseUrl = url(source, urlName, ['http', 'https']);
    const apiKey = keyName === undefined ? undefined : text(source, keyName);
    const isOn = keyName === undefined ? baseUrl !== undefined : apiKey !== undefined;
    if (!isOn) return [];
    const books = vendor === 'kiwix' ? list(source, 'KIWIX_BOOKS') : [];
    return [{ vendor, access: { apiKey: apiKey ?? '', baseUrl, books } }];
  });
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
