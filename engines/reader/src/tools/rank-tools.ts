import { type Filled, fillArguments, type Weights } from './fill-arguments.ts';
import type { ReadRequest } from './find-mentions.ts';
import { toolFeatures } from './tool-features.ts';
import type { KnownTool } from './tool-view.ts';

export interface ToolWeights {
  /** Of values for parameters. */
  arguments: Weights;
  /** Of tools for requests. */
  tools: Weights;
}

/** How well a tool suits a request or a part of it, and how it would be called. */
export interface Ranked extends KnownTool {
  filled: Filled;
  /** Probability that the tool is wanted, against calling none, so that one request can want several tools. */
  chance: number;
}

/** Tools that are weighed in full. */
const maxWeighed = 8;

/** The tools that share most words with the request, rare words before common ones. */
export function shortlist(request: ReadRequest, tools: KnownTool[]): KnownTool[] {
  if (tools.length <= maxWeighed) return tools;
  const counts = new Map<string, number>();
  for (const { view } of tools) for (const stem of view.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const scored = tools.map((known) => {
    let score = 0;
    for (const stem of known.view.stems) if (request.stems.has(stem)) score += 1 / (counts.get(stem) ?? 1);
    for (const { nameStems } of known.view.parameters)
      if (nameStems.some((stem) => request.stems.has(stem))) score += 0.1;
    return { known, score };
  });
  scored.sort((a, b) => b.score - a.score);
  return scored.slice(0, maxWeighed).map(({ known }) => known);
}

export function rankTools(request: ReadRequest, tools: KnownTool[], weights: ToolWeights): Ranked[] {
  const views = tools.map((known) => known.view);
  return tools
    .map((known) => {
      const filled = fillArguments(request, known.view, weights.arguments);
      let score = 0;
      for (const [name, value] of toolFeatures(request, known.tool, known.view, filled, views))
        score += value * (weights.tools.get(name) ?? 0);
      return { tool: known.tool, view: known.view, filled, chance: 1 / (1 + Math.exp(-score)) };
    })
    .sort((a, b) => b.chance - a.chance);
}
