import type { Call } from '../../../ports/call.ts';
import type { ConnectedFeatures } from '../../integrations/execute/connected-features.ts';
import type { CollectionService } from '../../knowledge/collections/collection-service.ts';
import type { AnswerService } from '../../text/answers/answer-service.ts';
import type { McpTool } from './mcp-tool.ts';
import { collectionTools } from './tools/collection-tools.ts';
import { type FileToolParts, fileTools } from './tools/file-tools.ts';
import { featureTool, integrationTools } from './tools/integration-tools.ts';
import { type OcrToolParts, ocrTools } from './tools/ocr-tools.ts';
import { type ResearchToolParts, researchTools } from './tools/research-tools.ts';
import { textTools } from './tools/text-tools.ts';

export interface ToolServices extends FileToolParts, Omit<OcrToolParts, 'files'>, ResearchToolParts {
  files: FileToolParts['files'] & OcrToolParts['files'];
  answers: Pick<AnswerService, 'answer'>;
  collections: Pick<CollectionService, 'list' | 'search'>;
  integrations: ConnectedFeatures;
}

/** Clients hand every tool to their model, and models choose badly among hundreds; the rest is behind `use_integration`. */
const maxFeatures = 100;

/** The tools that a caller has: those its key has the scopes for, and the features that its user has connected. */
export class McpTools {
  readonly #services: ToolServices;
  #own: Map<string, McpTool> | null = null;

  constructor(services: ToolServices) {
    this.#services = services;
  }

  async list(call: Call, userId: string | undefined): Promise<McpTool[]> {
    const own = [...this.#ownTools().values()].filter(({ scope }) => call.scopes.includes(scope));
    return [...own, ...(await this.#features(call, userId))];
  }

  /** One of the service's own tools, whether or not the key may use it, or a feature that the user has connected. */
  async find(call: Call, userId: string | undefined, name: string): Promise<McpTool | undefined> {
    const own = this.#ownTools().get(name);
    if (own) return own;
    return (await this.#features(call, userId)).find((tool) => tool.name === name);
  }

  async #features(call: Call, userId: string | undefined): Promise<McpTool[]> {
    if (userId === undefined || !call.scopes.includes('integrations')) return [];
    const { integrations } = this.#services;
    return (await integrations.of(call, userId, maxFeatures)).map((feature) => featureTool(integrations, feature));
  }

  #ownTools(): Map<string, McpTool> {
    const { answers, collections, integrations } = this.#services;
    this.#own ??= new Map(
      [
        ...textTools(answers),
        ...researchTools(this.#services),
        ...ocrTools(this.#services),
        ...fileTools(this.#services),
        ...collectionTools(collections),
        ...integrationTools(integrations),
      ].map((tool) => [tool.name, tool]),
    );
    return this.#own;
  }
}
