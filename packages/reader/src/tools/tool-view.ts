import type { PromptTool } from '../../../server/src/ports/language-model.ts';
import { wordStem } from '../text/word-stem.ts';
import type { ToolView } from './argument-features.ts';
import { readParameters } from './parameter.ts';
import { identifierWords, stemsOf } from './request-words.ts';

/** Reads a tool's definition for choosing it and filling it. */
export function viewTool(tool: PromptTool): ToolView {
  const nameStems = identifierWords(tool.name).map((word) => wordStem(word));
  return { stems: new Set([...nameStems, ...stemsOf(tool.description)]), parameters: readParameters(tool) };
}
