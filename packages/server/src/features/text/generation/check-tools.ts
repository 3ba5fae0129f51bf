import type { PromptTool } from '../../../ports/language-model.ts';

/** Throws a 400 that names the field of the first tool whose input schema cannot be used, before anything is spent. */
export type CheckTools = (tools: PromptTool[], fieldOf?: (index: number) => string) => Promise<void>;
