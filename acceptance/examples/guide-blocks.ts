/** A shell block of a guide. */
export interface Block {
  line: number;
  code: string;
}

export interface Blocks {
  run: Block[];
  /** Blocks that call the service and cannot be run in a test, with the guide's own reason. */
  left: { line: number; reason: string }[];
}

const callsTheService = /127\.0\.0\.1:8484|\$BASE\b|(?:^|[\s|])parley /;
const block = /(?:<!-- not run: ([^>]+) -->\n)?^```(?:sh|bash)\n([\s\S]*?)^```/gm;

/**
 * The shell blocks of a guide that call the service. What stands behind `<!-- example: … -->` is run as a program of `examples/`; what
 * stands behind `<!-- not run: REASON -->` is left.
 */
export function blocksOf(markdown: string): Blocks {
  const blocks: Blocks = { run: [], left: [] };
  for (const match of markdown.matchAll(block)) {
    const [, reason, code = ''] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    const isExample = /<!-- example: [\w.-]+ -->\n$/.test(markdown.slice(0, match.index));
    if (isExample || !(callsTheService.test(code) || /^\w+=/.test(code))) continue;
    if (reason !== undefined) blocks.left.push({ line, reason });
    else if (callsTheService.test(code) || /^BASE=/m.test(code)) blocks.run.push({ line, code });
  }
  return blocks;
}
