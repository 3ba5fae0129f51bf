export * from './admin.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './json.ts';
export * from './models.ts';
export * from './operating.ts';
export * from './research.ts';
export * from './search.ts';
