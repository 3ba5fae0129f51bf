/** Commands whose label or group holds every word of the query, those whose label begins with it first. */
export function matchCommands<Command extends { label: string; group: string }>(
  commands: readonly Command[],
  query: string,
): Command[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const first = fold(query).trim();
  return commands
    .filter(({ label, group }) => words.every((word) => fold(`${group} ${label}`).includes(word)))
    .sort((a, b) => Number(fold(b.label).startsWith(first)) - Number(fold(a.label).startsWith(first)));
}

/** Without capitals and accents. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
