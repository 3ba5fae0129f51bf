import { DeepResearchRequest, ResearchRun, WebSearchRequest, WebSearchResponse } from '@parley/contract';
import Type from 'typebox';
import type { ResearchService } from '../../../research/research-service.ts';
import type { WebSearchService } from '../../../research/search/web-search-service.ts';
import { type McpTool, mcpTool } from '../mcp-tool.ts';

export interface ResearchToolParts {
  webSearch: Pick<WebSearchService, 'search'>;
  research: Pick<ResearchService, 'start' | 'stream' | 'get' | 'cancel'>;
}

const scope = 'research' as const;
const RunId = Type.Object({ research_id: Type.String({ description: 'As `deep_research` gave it.' }) });

export function researchTools({ webSearch, research }: ResearchToolParts): McpTool[] {
  return [
    mcpTool({
      name: 'web_search',
      title: 'Search the web',
      description:
        'Searches the web and returns titles, addresses and snippets; with contents also the texts of the pages.',
      scope,
      endpoint: 'webSearch',
      input: WebSearchRequest,
      output: WebSearchResponse,
      hints: { readOnlyHint: true, openWorldHint: true },
      run: async (input, { call }) => {
        const found = await webSearch.search(input, call);
        const lines = found.results.map(
          ({ title, url, snippet }, index) => `${index + 1}. ${title}\n${url}\n${snippet}`,
        );
        return { structured: found, text: lines.join('\n\n') || 'Nothing was found.' };
      },
    }),
    mcpTool({
      name: 'deep_research',
      title: 'Research a question and report with citations',
      description:
        'Searches and reads pages for minutes and writes a report in which every statement is proven by a quoted passage. ' +
        'Sends progress. With background it returns at once: ask get_research for the report.',
      scope,
      endpoint: 'createDeepResearch',
      input: Type.Omit(DeepResearchRequest, ['stream', 'webhook_url']),
      output: ResearchRun,
      hints: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
      run: async ({ background, ...input }, { call, progress }) => {
        if (background) return told(await research.start(input, call));
        for await (const event of research.stream(input, call)) {
          if ('progress' in event) progress(event.progress.message);
          if ('done' in event && event.done) return told(await research.get(call.workspaceId, event.research_id));
        }
        throw new Error('research ended without a result');
      },
    }),
    mcpTool({
      name: 'get_research',
      title: 'Look at a research run',
      description: 'How far a research run is, and its report once it has one.',
      scope,
      endpoint: 'getDeepResearch',
      input: RunId,
      output: ResearchRun,
      hints: { readOnlyHint: true },
      run: async (input, { call }) => told(await research.get(call.workspaceId, input.research_id)),
    }),
    mcpTool({
      name: 'cancel_research',
      title: 'Cancel a research run',
      description: 'Ends a research run. What has ended stays as it is.',
      scope,
      endpoint: 'cancelDeepResearch',
      input: RunId,
      output: ResearchRun,
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      run: async (input, { call }) => told(await research.cancel(call.workspaceId, input.research_id)),
    }),
  ];
}

/** A run with what a model reads of it: the report with the addresses behind its marks, or how far it is. */
function told(run: ResearchRun): { structured: ResearchRun; text: string } {
  if (run.output === undefined) {
    return {
      structured: run,
      text: `Research ${run.research_id} is ${run.status}: ${run.message ?? run.progress.message}`,
    };
  }
  const report = typeof run.output === 'string' ? run.output : JSON.stringify(run.output);
  const cited = (run.citations ?? []).map(({ title, url }, index) => `[${index + 1}] ${title} ${url}`);
  return { structured: run, text: [report, ...(cited.length > 0 ? [cited.join('\n')] : [])].join('\n\n') };
}
