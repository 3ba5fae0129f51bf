export { type CompiledSchema, type CompileOptions, compileSchema, type SchemaIssue } from './compile-schema.ts';
export { type SampleLimits, samplePattern } from './pattern-sample.ts';
export { type Dialect, mapSchemas, visitSchemas } from './schema-dialect.ts';
