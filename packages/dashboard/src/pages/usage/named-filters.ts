import { asList, asRecord, asText } from '../../lib/read-json.ts';

/** A filter of calls as the address has it, under a name. */
export interface NamedFilter {
  name: string;
  /** Keys and models differ from one workspace to the next. */
  workspaceId: string | null;
  search: Record<string, string>;
}

/** Beyond so many the oldest goes. */
const most = 50;

/** What the browser has kept; what is no filter is left out. */
export function readFilters(text: string): NamedFilter[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return [];
  }
  return asList(read).flatMap((one) => {
    const { name, workspaceId, search } = asRecord(one);
    const said = asText(name);
    if (said === undefined) return [];
    const words = Object.entries(asRecord(search)).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    );
    return [{ name: said, workspaceId: asText(workspaceId) ?? null, search: Object.fromEntries(words) }];
  });
}

/** One of the same name and workspace gives way. */
export const addFilter = (filters: readonly NamedFilter[], one: NamedFilter): NamedFilter[] =>
  [...filters.filter(({ name, workspaceId }) => name !== one.name || workspaceId !== one.workspaceId), one].slice(
    -most,
  );
