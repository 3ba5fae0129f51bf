import type { JsonObject } from '@parley/contract';
import { compileGivenSchema } from '../../../../lib/given-schema.ts';
import { serveThreadTasks } from '../../../../lib/serve-thread-tasks.ts';
import { unwrap } from '../../../../lib/strict-schema.ts';
import { type ObjectReading, readObject } from './read-object.ts';
import { readToolCall, type ToolCallReading } from './read-tool-call.ts';

/** A reply in which an object is looked for. */
export interface ObjectTask {
  text: string;
  schema: JsonObject;
  /** See `StrictSchema.wrapper`. */
  wrapper: string | null;
}

/** A tool call, with the schema of each tool by its name. */
export interface ToolCallTask {
  name: string;
  text: string;
  tools: [string, JsonObject][];
}

/** The thread in which long replies are read. */
serveThreadTasks({
  object({ text, schema, wrapper }: ObjectTask): Promise<ObjectReading> {
    return readObject(text, compileGivenSchema(schema), (value) => unwrap(value, wrapper));
  },
  toolCall({ name, text, tools }: ToolCallTask): ToolCallReading {
    return readToolCall(name, text, new Map(tools.map(([tool, schema]) => [tool, compileGivenSchema(schema)])));
  },
});
