/** A record of the ledger as it is written elsewhere: texts, whole numbers, lists of texts. */
export type ExportedRecord = Readonly<Record<string, string | number | null | readonly string[]>>;

/** Where the ledger is copied to, for those who analyse it. The same record can come again, and then takes the place of the one before. */
export interface LedgerSink {
  /** Resolves when all of them are kept there, and throws when it is not known that they are. */
  write(records: readonly ExportedRecord[], signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
