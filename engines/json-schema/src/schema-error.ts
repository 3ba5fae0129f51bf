/** Why a schema or pattern of a caller cannot be used; the names are those of the API's error catalogue. */
export type SchemaErrorCode = 'invalid_request' | 'schema_not_supported';

/** A schema or pattern that cannot be used. `message` names the field and says why. */
export class SchemaError extends Error {
  readonly code: SchemaErrorCode;
  /** The message without the reason. */
  readonly title: string;
  /** The reason alone. */
  readonly details: string | undefined;

  constructor(code: SchemaErrorCode, title: string, details?: string) {
    super(code === 'schema_not_supported' && details !== undefined ? `${title}: ${details}` : title);
    this.name = 'SchemaError';
    this.code = code;
    this.title = title;
    this.details = details;
  }
}
