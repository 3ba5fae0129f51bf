const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** What a browser says of itself, in two names; null where it says neither. */
export function describeBrowser(userAgent: string | null): { browser: string; system: string } | null {
  const [browser, system] = [browsers, systems].map((table) => table.find(([mark]) => userAgent?.includes(mark))?.[1]);
  return browser === undefined || system === undefined ? null : { browser, system };
}
