export interface SealingTables {
  /** The keys that seal files, texts and contents of calls, each sealed with the operator's key. The newest seals. */
  data_keys: {
    /** 16 hexadecimal digits. */
    id: string;
    wrapped: string;
    created_at: number;
  };
}
