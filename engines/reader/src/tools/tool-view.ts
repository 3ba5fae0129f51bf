import type { PromptTool } from '../prompt.ts';
import { wordStem } from '../text/word-stem.ts';
import { type Parameter, readParameters } from './parameter.ts';
import { identifierWords, stemsOf } from './request-words.ts';

/** What is known about a tool when its arguments are weighed. */
export interface ToolView {
  nameStems: Set<string>;
  /** Stems of the tool's name and description. */
  stems: Set<string>;
  parameters: Parameter[];
}

/** A tool with its definition read. */
export interface KnownTool {
  tool: PromptTool;
  view: ToolView;
}

export function knowTools(tools: PromptTool[]): KnownTool[] {
  return tools.map((tool) => ({ tool, view: viewTool(tool) }));
}

/** Reads a tool's definition for choosing it and filling it. */
export function viewTool(tool: PromptTool): ToolView {
  const nameStems = identifierWords(tool.name).map((word) => wordStem(word));
  return {
    nameStems: new Set(nameStems),
    stems: new Set([...nameStems, ...stemsOf(tool.description)]),
    parameters: readParameters(tool),
  };
}

/** What tools do, by the first words of their names, stemmed. */
export const verbsOf = (views: readonly ToolView[]): Set<string> =>
  new Set(views.flatMap(({ nameStems }) => [...nameStems].slice(0, 1)));

/** What some of several tools are named for and the others are not: `weather` of `get_weather` beside `get_time`. */
export function nounsOf(views: readonly ToolView[]): Set<string> {
  const counts = new Map<string, number>();
  for (const stem of views.flatMap(({ nameStems }) => [...nameStems].slice(1)))
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Set([...counts].flatMap(([stem, count]) => (count < views.length ? [stem] : [])));
}
