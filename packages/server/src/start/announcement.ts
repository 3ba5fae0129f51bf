import type { Service } from '../compose.ts';
import type { Config } from '../config.ts';

/** The lines of a start: where the service is, its keys when they are new, and a call that works when it is pasted. */
export function announce(config: Config, service: Service, address: string): string {
  const base = config.server.publicUrl ?? baseOf(address);
  const { apiKey, adminKey } = service.createdKeys;
  const lines = [
    `Parley listens on ${base}  ·  reference: ${base}/docs`,
    `Engine of small-1 and small-2: ${service.engine.engine}, ${service.engine.reason}. Change it with PARLEY_MODEL.`,
    ...(apiKey || adminKey ? ['Keys, shown only now:'] : []),
    ...(apiKey ? [`  export PARLEY_API_KEY=${apiKey}`] : []),
    ...(adminKey ? [`  export PARLEY_ADMIN_KEY=${adminKey}`] : []),
    ...(service.claimToken
      ? ['Make the first account of the dashboard:', `  ${base}/claim#token=${service.claimToken}`]
      : [`Dashboard: ${base}/`]),
    'Try it from a shell that has PARLEY_API_KEY:',
    `  curl ${base}/v1/answer -H "Authorization: Bearer $PARLEY_API_KEY" -H 'Content-Type: application/json' \\`,
    `    -d '{"query": "When was the bridge opened?", "context": "The bridge was opened on 4 May 1932 by the mayor."}'`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The address as programs of this machine reach it. */
export const baseOf = (address: string): string => address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1');
