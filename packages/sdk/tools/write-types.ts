import { readFileSync, writeFileSync } from 'node:fs';
import * as contract from '@parley/contract';
import { operationRow, operationTypes } from './operation-types.ts';
import { SchemaWriter } from './schema-writer.ts';

/**
 * Writes `src/generated/` from the contract, so that the published package needs nothing but itself; with `--check` only tells
 * whether it is up to date. Run by `npm run openapi`.
 */
const folder = new URL('../src/generated/', import.meta.url);
const head =
  '// Written by packages/sdk/tools/write-types.ts from packages/contract. Change the contract, then: npm run openapi\n';

const endpoints = findEndpoints();
const tags: readonly string[] = Object.values(contract.dashboardTags);
const [ofDashboards, ofService] = [true, false].map((wanted) =>
  endpoints.filter(({ tag }) => tags.includes(tag) === wanted),
);
const schemas = new SchemaWriter(findSchemas());
const operations = endpoints.map((endpoint) => operationTypes(endpoint, schemas));

const files: Record<string, string> = {
  'types.ts': `${head}\n${schemas.declarations()}`,
  'operations.ts': `${head}import type * as t from './types.ts';

/** Types of every operation of the service, by its id in the OpenAPI document. */
export interface Operations {
${operations.join('\n')}
}
export type OperationId = keyof Operations;

/** Those of \`@parley/sdk/management\`. */
export type ManagementOperationId =
${(ofDashboards ?? []).map(({ id }) => `  | '${id}'`).join('\n')};

/** Method, path and flags: \`a\` needs the admin key, \`i\` takes an idempotency key, \`t\` answers text, \`b\` bytes, \`v\` nothing. */
export type OperationRow = string;

/** What the main module calls. */
export const operations: Readonly<Record<Exclude<OperationId, ManagementOperationId>, OperationRow>> = {
${(ofService ?? []).map(operationRow).join('\n')}
};
`,
  'management-operations.ts': `${head}import type { ManagementOperationId, OperationRow } from './operations.ts';

/** What dashboards are made of, apart so that programs which only use the service carry nothing of it. */
export const managementOperations: Readonly<Record<ManagementOperationId, OperationRow>> = {
${(ofDashboards ?? []).map(operationRow).join('\n')}
};
`,
  'errors.ts': `${head}\n${errorTable()}`,
};

let isStale = false;
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, folder);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) isStale = true;
}
if (isStale) {
  console.error('packages/sdk/src/generated is stale; run npm run openapi');
  process.exitCode = 1;
}

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === 'object' && value !== null && 'id' in value && 'path' in value && 'responses' in value;
}

/** Endpoints stand in the contract by themselves or in groups. */
function findEndpoints(): contract.Endpoint[] {
  const found = new Map<string, contract.Endpoint>();
  for (const value of Object.values<unknown>(contract)) {
    const group = isEndpoint(value) ? [value] : typeof value === 'object' && value !== null ? Object.values(value) : [];
    for (const one of group) if (isEndpoint(one)) found.set(one.id, one);
  }
  // Pages are for people, and MCP has clients of its own.
  const isMcp = ({ tag }: contract.Endpoint) => tag === 'MCP';
  const isPage = ({ contentType = '', path }: contract.Endpoint) =>
    contentType.startsWith('text/html') || /^\/($|docs\/|llms)/.test(path);
  return [...found.values()].filter((one) => !isPage(one) && !isMcp(one)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What the contract exports as a schema has its name there. */
function findSchemas(): Map<object, string> {
  const isSchema = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value || 'enum' in value);
  return new Map(
    Object.entries<unknown>(contract).flatMap(([name, value]) =>
      isSchema(value) && !isEndpoint(value) && /^[A-Z]/.test(name) ? [[value, name]] : [],
    ),
  );
}

function errorTable(): string {
  const byStatus: Record<number, Set<string>> = {};
  for (const code of Object.keys(contract.errorCatalogue) as contract.ErrorCode[]) {
    // The keys of a constant object are its keys.
    const { status, retryable } = contract.errorCatalogue[code];
    byStatus[status] ??= new Set();
    byStatus[status].add(`${contract.publicCode(code)}${retryable ? '+' : ''}`);
  }
  const codes = [
    ...new Set(Object.values(byStatus).flatMap((set) => [...set].map((code) => code.replace('+', '')))),
  ].sort();
  const rows = Object.entries(byStatus).map(([status, set]) => `  ${status}: '${[...set].join(' ')}',`);
  return `/** The closed list of \`code\`s. */
export type ErrorCode =
${codes.map((code) => `  | '${code}'`).join('\n')};

/** Codes by status; where the same request can succeed when it is sent again, a \`+\` follows. */
export const errorCodes: Readonly<Record<number, string>> = {
${rows.join('\n')}
};
`;
}
