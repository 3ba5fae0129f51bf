import { apiVersion } from '../http/openapi.ts';

/** How this service names itself to every server that it asks, with a way to reach its operator. */
export const userAgentOf = (contact: string): string => `Parley/${apiVersion} (+${contact})`;
