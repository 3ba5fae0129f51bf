import type { Features } from '../../src/tools/features.ts';
import { fillArguments, type Weights } from '../../src/tools/fill-arguments.ts';
import { type RequestSetting, readRequest } from '../../src/tools/find-mentions.ts';
import { toolFeatures } from '../../src/tools/tool-features.ts';
import { knowTools } from '../../src/tools/tool-view.ts';
import type { Example } from './examples.ts';
import type { Decision } from './train-arguments.ts';

/** One decision a tool, whether it is wanted or not, and one among the tools of a request. */
export function choicesOf(examples: Example[], weights: Weights, setting: RequestSetting): Decision[] {
  return examples.flatMap((example) => {
    const request = readRequest(example.text, setting);
    const tools = knowTools(example.tools);
    const views = tools.map(({ view }) => view);
    const wanted = new Set(example.calls.map((call) => call.name));
    const none: Features = new Map();
    const features = tools.map(({ tool, view }) =>
      toolFeatures(request, tool, view, fillArguments(request, view, weights), views),
    );
    const isWanted = tools.map(({ tool }) => wanted.has(tool.name));
    const alone = features.map(
      (own, index): Decision => ({ candidates: [none, own], right: [!isWanted[index], isWanted[index] === true] }),
    );
    // Several tools that a request does not want say less than one that it does.
    const sampled = alone.filter((_, index) => isWanted[index] || index < 3);
    if (tools.length < 2 || wanted.size === 0) return sampled;
    return [...sampled, { candidates: features, right: isWanted }];
  });
}
