import type { offers as english } from '../en/offers.ts';

export const offers: typeof english = {
  invitationTo: (workspace, role) => `Du bekommst die Rolle ${role} im Arbeitsbereich „${workspace}“.`,
  invitationToAll: (role) => `Du bekommst die Rolle ${role} in der ganzen Installation.`,
  invitedBy: (name) => `Eingeladen von ${name}.`,
  title: 'Rollen, die dir gegeben wurden',
  hint: 'Sie gelten, sobald du sie annimmst.',
  accept: 'Annehmen',
  decline: 'Ablehnen',
  accepted: 'Die Rolle gilt jetzt.',
  declined: 'Die Rolle ist abgelehnt.',
};
