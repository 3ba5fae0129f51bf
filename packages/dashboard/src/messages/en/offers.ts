/** Roles that wait for somebody's word. Home shows them too, so they are a file of their own and the first page stays light. */
export const offers = {
  invitationTo: (workspace: string, role: string) => `You get the role ${role} in the workspace “${workspace}”.`,
  invitationToAll: (role: string) => `You get the role ${role} in the whole installation.`,
  invitedBy: (name: string) => `Invited by ${name}.`,
  title: 'Roles that were given to you',
  hint: 'They are yours once you accept them.',
  accept: 'Accept',
  decline: 'Decline',
  accepted: 'The role is yours.',
  declined: 'The role is declined.',
};
