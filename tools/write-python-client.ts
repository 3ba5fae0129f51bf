import { readFileSync, writeFileSync } from 'node:fs';
import { isSchema, PythonTypes, pascal, type Schema } from './python-types.ts';

/**
 * Writes the types and the calls of the Python client from `docs/openapi.json`: `types.py` and `operations.py`; with `--check` only
 * tells whether they are up to date. Run by `npm run openapi`. How a call is sent, repeated and streamed is written by hand beside them.
 */
interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown; 'x-event'?: unknown }> }>;
}

const head =
  '# Written by tools/write-python-client.ts from docs/openapi.json. Change the contract, then: npm run openapi\n';
const folder = new URL('../clients/python/src/parley_sdk/', import.meta.url);
/** Pages are for people, MCP has clients of its own, and a browser signs in. */
const leftOut = new Set(['MCP', 'Sessions', 'Playground']);
/** What is called most has the shortest name. */
const shortNames: Record<string, string> = {
  createAnswer: 'answer',
  createConversationReply: 'conversation',
  createAgentReply: 'agent',
  createDeepResearch: 'research',
};

const document: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, unknown> } } =
  JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
const types = new PythonTypes(document.components.schemas);
const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) => methodsOf(method, path, operation)),
);

const files: Record<string, string> = {
  'types.py': `${head}"""What the service takes and answers."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Union

from typing_extensions import NotRequired, TypeAlias, TypedDict, final

${types.declarations()}`,
  'operations.py': `${head}"""Every call of the service, by its name in the OpenAPI document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Union

from .streams import EventStream

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import types as t


class Operations(ABC):
    @abstractmethod
    def _call(self, row: str, params: Mapping[str, str], query: Any = None, body: Any = None) -> Any:
        """Sends a call; a row is method, path and flags: \`a\` takes the admin key, \`i\` may be sent twice, \`t\` answers text, \`b\` bytes."""

    @abstractmethod
    def _stream(self, row: str, params: Mapping[str, str], body: Any) -> EventStream[Any]:
        """Sends a call that is answered by events."""

${methods.join('\n')}`,
};

let isStale = false;
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, folder);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) isStale = true;
}
if (isStale) {
  console.error('clients/python/src/parley_sdk is stale; run npm run openapi');
  process.exitCode = 1;
}

function methodsOf(method: string, path: string, operation: Operation): string[] {
  const { operationId: id, tags = [], parameters = [], requestBody, responses } = operation;
  const isWanted = /^\/(v1\/|healthz|readyz|metrics|openapi)/.test(path) && !tags.some((tag) => leftOut.has(tag));
  // The plain endpoint streams as well.
  const isDouble = path.endsWith('/stream');
  const json = requestBody?.content['application/json']?.schema;
  // What takes a form or bytes alone is written by hand.
  if (!isWanted || isDouble || (requestBody && json === undefined)) return [];
  const replies = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? Object.entries(content ?? {}) : [],
  );
  const events = replies.find(([type]) => type === 'text/event-stream')?.[1]['x-event'];
  const others = replies.filter(([type]) => type !== 'text/event-stream');
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const inQuery = parameters.filter((one) => one.in === 'query');
  const isAdmin = operation.security?.some((way) => Object.keys(way).some((name) => name.startsWith('admin'))) ?? false;
  const isRepeatable = parameters.some(({ name }) => name === 'Idempotency-Key');
  const kind = others.some(([type]) => type === 'application/json')
    ? ''
    : others.some(([type]) => type.startsWith('text/'))
      ? 't'
      : 'b';
  const flags = `${isAdmin ? 'a' : ''}${isRepeatable ? 'i' : ''}${kind}`;
  const row = `${method.toUpperCase()} ${path} ${flags}`.trim();
  const arguments_ = ['self', ...inPath.map((name) => `${name}: str`), ...(inPath.length > 0 ? ['/'] : [])];
  const params = `{${inPath.map((name) => `"${name}": ${name}`).join(', ')}}`;
  const given: string[] = [`"${row}"`, params];
  if (json !== undefined) {
    arguments_.push(`**body: Unpack[t.${bodyOf(json, `${pascal(id)}Body`, events !== undefined)}]`);
    given.push('body=body');
  } else if (inQuery.length > 0) {
    arguments_.push(`**query: Unpack[t.${queryOf(inQuery, `${pascal(id)}Query`)}]`);
    given.push('query=query');
  }
  const name = shortNames[id] ?? snake(id);
  const doc = [operation.summary, operation.description]
    .filter(Boolean)
    .join('. ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', "'");
  const written: string[] = [];
  if (others.length > 0 || events === undefined) {
    const reply = kind === 't' ? 'str' : kind === 'b' ? 'bytes' : replyOf(others, id);
    written.push(
      `    def ${name}(${arguments_.join(', ')}) -> ${reply}:\n        """${doc}"""\n        reply: ${reply} = self._call(${given.join(', ')})\n        return reply\n`,
    );
  }
  if (events !== undefined) {
    const event = prefixed(types.typeOf(events, `${pascal(id)}Event`));
    const streamed = [...given.slice(0, 2), json === undefined ? '{}' : 'body'];
    written.push(
      `    def stream_${name}(${arguments_.join(', ')}) -> EventStream[${event}]:\n        """${doc} Event by event."""\n        return self._stream(${streamed.join(', ')})\n`,
    );
  }
  return written;
}

/** The fields of a body; whether it streams is said by the method. */
function bodyOf(given: unknown, name: string, canStream: boolean): string {
  const schema = types.resolve(given);
  if (!isSchema(schema) || !isSchema(schema.properties)) throw new Error(`${name} is no object with known fields`);
  const { stream: _, ...rest } = schema.properties;
  const taken: Schema = canStream ? { ...schema, properties: rest } : schema;
  return types.typeOf(taken, name);
}

function queryOf(parameters: NonNullable<Operation['parameters']>, name: string): string {
  const properties = Object.fromEntries(parameters.map((one) => [one.name, one.schema]));
  const required = parameters.filter((one) => one.required).map((one) => one.name);
  return types.typeOf({ type: 'object', properties, required }, name);
}

function replyOf(replies: [string, { schema: unknown }][], id: string): string {
  const found = replies.map(([, { schema }], index) =>
    types.typeOf(schema, `${pascal(id)}Reply${index > 0 ? index + 1 : ''}`),
  );
  const known = [...new Set(found)].map(prefixed);
  return known.length === 0 ? 'None' : known.length === 1 ? String(known[0]) : `Union[${known.join(', ')}]`;
}

/** Names of `types.py`, as they are called outside of it. */
function prefixed(type: string): string {
  const ofPython = /^(Any|Dict|List|Literal|Union|None|True|False|str|int|float|bool)$/;
  return type.replaceAll(/"[^"]*"|\b[A-Za-z_]\w*/g, (word) =>
    word.startsWith('"') || ofPython.test(word) ? word : `t.${word}`,
  );
}

function snake(id: string): string {
  return id
    .replaceAll('OpenAI', 'Openai')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
}
