/** What somebody wants to delete. */
export type ToBeDeleted =
  | { kind: 'file' | 'collection' | 'run'; workspaceId: string; id: string }
  /** Something that is of no end user and of no file. */
  | { kind: 'record'; workspaceId: string }
  | { kind: 'user'; workspaceId: string; userId: string }
  | { kind: 'workspace'; workspaceId: string };

/** What may not be deleted, because somebody placed a hold on it. */
export interface LegalHolds {
  /** Throws `legal_hold` when it, or a part of it, is held. */
  refuse(thing: ToBeDeleted): Promise<void>;
}
