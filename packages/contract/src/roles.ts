/** What people may do who sign in to the dashboard, strongest first. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Whether a role is at least as strong as another. Having none is weaker than every role. */
export const isAtLeast = (role: Role | null, least: Role): boolean =>
  role !== null && roles.indexOf(role) <= roles.indexOf(least);

export function strongestRole(...given: readonly (Role | null)[]): Role | null {
  return roles.find((role) => given.includes(role)) ?? null;
}
