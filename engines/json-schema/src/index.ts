export { type CompiledPattern, compilePattern } from './compile-pattern.ts';
export {
  type CompiledSchema,
  type CompileOptions,
  compileSchema,
  type SchemaIssue,
  writePath,
} from './compile-schema.ts';
export { compileFinder, type FindPattern } from './find-pattern.ts';
export { type SampleLimits, samplePattern } from './pattern-sample.ts';
export type { Dialect } from './schema-dialect.ts';
export { mapSchemas, visitSchemas } from './schema-dialect.ts';
export { SchemaError, type SchemaErrorCode } from './schema-error.ts';
