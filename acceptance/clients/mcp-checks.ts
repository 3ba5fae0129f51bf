import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  type ClientCheck,
  fileQuestion,
  fileText,
  personQuestion,
  personSchema,
  question,
  type Target,
} from './client-check.ts';

type Mode = 'legacy' | 'auto';

async function open({ base, key }: Target, mode: Mode): Promise<Client> {
  const client = new Client({ name: 'checks', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit }));
  return client;
}

/** The protocol's own client, with the handshake of 2025 and without it. */
export const mcpChecks: ClientCheck[] = (['legacy', 'auto'] as const).flatMap((mode) => checksOf(mode));

function checksOf(mode: Mode): ClientCheck[] {
  const client = `@modelcontextprotocol/client, ${mode}`;
  const call = async (target: Target, name: string, given: Record<string, unknown>) => {
    const api = await open(target, mode);
    try {
      // Lists first: then it holds results to the schemas of the list.
      await api.listTools();
      return await api.callTool({ name, arguments: given });
    } finally {
      await api.close();
    }
  };
  return [
    {
      client,
      feature: 'plain',
      async run(target) {
        const { content } = await call(target, 'answer', { query: question });
        assert.match(JSON.stringify(content), /144/);
      },
    },
    {
      client,
      feature: 'structured output',
      async run(target) {
        const given = { query: personQuestion, response_format: personSchema };
        const { structuredContent } = await call(target, 'answer', given);
        assert.deepEqual(Reflect.get(Object(structuredContent), 'data'), { name: 'Ada Lovelace', born: 1815 });
      },
    },
    {
      client,
      feature: 'files',
      async run(target) {
        const { structuredContent } = await call(target, 'upload_file', { filename: 'harbour.txt', text: fileText });
        const { file_id, uri } = Object(structuredContent);
        const { content } = await call(target, 'answer', { query: fileQuestion, file_ids: [file_id] });
        assert.match(JSON.stringify(content), /heron/);
        const api = await open(target, mode);
        const [resource] = (await api.readResource({ uri })).contents;
        assert.equal(resource && 'text' in resource ? resource.text : '', fileText);
        await api.close();
      },
    },
    {
      client,
      feature: 'errors',
      async run(target) {
        await assert.rejects(open({ ...target, key: 'wrong-wrong-wrong' }, mode));
        const wrong = await call(target, 'answer', { query: question, model: 'nobody' });
        assert.equal(wrong.isError, true);
        assert.match(JSON.stringify(wrong.content), /model_not_found/);
        await assert.rejects(call(target, 'nothing', {}), /There is no tool nothing/);
      },
    },
  ];
}
