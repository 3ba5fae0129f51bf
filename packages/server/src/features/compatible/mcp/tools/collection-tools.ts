import { CollectionSearchRequest, CollectionSearchResult, PageQuery, page, searchModes } from '@parley/contract';
import Type from 'typebox';
import type { CollectionService } from '../../../knowledge/collections/collection-service.ts';
import { type McpTool, mcpTool } from '../mcp-tool.ts';

const scope = 'files' as const;
const BriefCollection = Type.Object({
  id: Type.String({ description: 'Goes into `collection_ids` of other tools.' }),
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  files: Type.Integer({ description: 'Files that can be found.' }),
});

export function collectionTools(collections: Pick<CollectionService, 'list' | 'search'>): McpTool[] {
  return [
    mcpTool({
      name: 'list_collections',
      title: 'List collections of files',
      description: 'Lists the collections: named sets of files that are searched as one.',
      scope,
      endpoint: 'listCollections',
      input: PageQuery,
      output: page(BriefCollection),
      hints: { readOnlyHint: true },
      run: async (query, { call }) => {
        const { data, ...rest } = await collections.list(call, query);
        const brief = data.map(({ id, name, description, files }) => ({ id, name, description, files: files.ready }));
        const lines = brief.map(({ id, name, files }) => `${id} ${name} (${files} files)`);
        return { structured: { data: brief, ...rest }, text: lines.join('\n') || 'There are no collections.' };
      },
    }),
    mcpTool({
      name: 'search_collection',
      title: 'Search the files of a collection',
      description: 'Finds passages in the files of a collection, best first, word for word with their place.',
      scope,
      endpoint: 'searchCollection',
      input: Type.Object({ collection_id: Type.String(), ...CollectionSearchRequest.properties }),
      output: Type.Object({ results: Type.Array(CollectionSearchResult), mode: Type.Enum(searchModes) }),
      hints: { readOnlyHint: true },
      run: async ({ collection_id, ...request }, { call }) => {
        const found = await collections.search(call, collection_id, request);
        const lines = found.results.map(
          ({ filename, page, quote }) => `${filename}${page ? `, page ${page}` : ''}:\n${quote}`,
        );
        return { structured: found, text: lines.join('\n\n') || 'Nothing was found.' };
      },
    }),
  ];
}
