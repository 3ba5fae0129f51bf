import type { Call } from '../../../ports/call.ts';

/** On whose behalf something is done. */
export type IntegrationCaller = Pick<
  Call,
  'workspaceId' | 'keyId' | 'address' | 'signal' | 'origin' | 'confirmChanges'
>;
