import type { RoleName } from '@parley/sdk';

/** Weakest first. */
export const roleOptions = ['viewer', 'member', 'admin', 'owner'] as const satisfies RoleName[];
