/** All times are milliseconds since 1970-01-01 UTC. */
export interface ModelSettingsTables {
  /** Of the service as a whole. A row for each version; the last one of a name holds, unless it says `delete`. */
  model_settings: {
    /** Grows with every change of anything, so that a process sees by one number whether something changed. */
    sequence: number;
    kind: 'provider' | 'route';
    name: string;
    /** From 1, for each kind and name. */
    version: number;
    action: 'create' | 'update' | 'delete' | 'revert';
    /** JSON, without secrets. */
    document: string;
    /** The keys and headers of a provider, as an envelope of the vault; null where there are none. */
    secret: string | null;
    /** Id of the key or the person. */
    changed_by: string;
    changed_at: number;
  };
}
