import type { UpdateWorkspaceRequest, Workspace } from '@parley/sdk';

export const storageUnits = ['MB', 'GB', 'TB'] as const;
type StorageUnit = (typeof storageUnits)[number];
const unitBytes: Record<StorageUnit, number> = { MB: 1e6, GB: 1e9, TB: 1e12 };

/** A workspace as it stands in the form: texts as they were typed. */
export interface WorkspaceDraft {
  name: string;
  /** US dollars a month; empty for none. */
  budget: string;
  /** In the unit; empty for no limit. */
  storage: string;
  unit: StorageUnit;
  /** One a line. */
  origins: string;
  requiresSecondFactor: boolean;
}

export function draftOf({
  name,
  budget_usd,
  limits,
  callback_origins,
  require_second_factor,
}: Workspace): WorkspaceDraft {
  const bytes = limits.storage_bytes ?? null;
  const unit = storageUnits.findLast((one) => (bytes ?? 0) >= unitBytes[one]) ?? (bytes === null ? 'GB' : 'MB');
  return {
    name,
    budget: budget_usd === null ? '' : String(budget_usd),
    storage: bytes === null ? '' : String(bytes / unitBytes[unit]),
    unit,
    origins: callback_origins.join('\n'),
    requiresSecondFactor: require_second_factor,
  };
}

/** What is other than it was; what may cost something only from those who run the installation. */
export function changesOf(draft: WorkspaceDraft, workspace: Workspace, isOperator: boolean): UpdateWorkspaceRequest {
  const budget = numberOf(draft.budget);
  const room = numberOf(draft.storage);
  const bytes = room === null ? null : Math.round(room * unitBytes[draft.unit]);
  const origins = draft.origins.split(/\s+/).filter((one) => one !== '');
  const name = draft.name.trim();
  return {
    ...(name !== workspace.name && { name }),
    ...(origins.join(' ') !== workspace.callback_origins.join(' ') && { callback_origins: origins }),
    ...(draft.requiresSecondFactor !== workspace.require_second_factor && {
      require_second_factor: draft.requiresSecondFactor,
    }),
    ...(isOperator && budget !== workspace.budget_usd && { budget_usd: budget }),
    ...(isOperator && bytes !== (workspace.limits.storage_bytes ?? null) && { limits: { storage_bytes: bytes } }),
  };
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.replace(',', '.')));
