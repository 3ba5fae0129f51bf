import { routeOf } from '@parley/sdk/management';

interface Words {
  workNames: Readonly<Record<string, string>>;
}

/** What people call the endpoint of a record: method and path, or the work that no request from outside asked for. */
export const endpointName = (endpoint: string, { workNames }: Words): string =>
  routeOf(endpoint) ?? (Object.hasOwn(workNames, endpoint) ? workNames[endpoint] : undefined) ?? endpoint;

/** Of a group by endpoint; of those that belong to none, and of the rest of all, the label stays. */
export const labelOfGroup = ({ group, label }: { group: string | null; label: string }, words: Words): string =>
  group === null || group === '…' ? label : endpointName(group, words);
