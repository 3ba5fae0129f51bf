import type { Box, Rule } from './raw-page.ts';

/** A merged horizontal line (`at` is its y) or vertical one (`at` is its x). */
export interface Line {
  at: number;
  from: number;
  to: number;
}

export interface PageRules {
  horizontal: Line[];
  vertical: Line[];
}

const sameLine = 2;
const bridged = 4;
const shortest = 7;

/** The straight lines of a page, pieces joined. The edges of filled areas count as horizontal lines when `fills` are given. */
export function pageRules(rules: Rule[], fills: Box[]): PageRules {
  const horizontal: Line[] = [];
  const vertical: Line[] = [];
  for (const { x1, y1, x2, y2 } of rules) {
    if (x2 - x1 >= y2 - y1) horizontal.push({ at: (y1 + y2) / 2, from: x1, to: x2 });
    else vertical.push({ at: (x1 + x2) / 2, from: y1, to: y2 });
  }
  for (const { x, y, width, height } of fills) {
    horizontal.push({ at: y, from: x, to: x + width }, { at: y + height, from: x, to: x + width });
  }
  return { horizontal: merge(horizontal), vertical: merge(vertical) };
}

/** Lines that lie on each other or end where the next begins become one. */
function merge(lines: Line[]): Line[] {
  const sorted = [...lines].sort((a, b) => a.at - b.at);
  const merged: Line[] = [];
  let group: Line[] = [];
  const close = () => {
    const at = group.reduce((sum, line) => sum + line.at, 0) / Math.max(1, group.length);
    let current: Line | null = null;
    for (const line of group.sort((a, b) => a.from - b.from)) {
      if (current && line.from <= current.to + bridged) current.to = Math.max(current.to, line.to);
      else {
        current = { at, from: line.from, to: line.to };
        merged.push(current);
      }
    }
    group = [];
  };
  for (const line of sorted) {
    const first = group[0];
    if (first && line.at - first.at > sameLine) close();
    group.push(line);
  }
  close();
  return merged.filter((line) => line.to - line.from >= shortest);
}

export interface RuleGroup {
  horizontal: Line[];
  vertical: Line[];
  box: Box;
}

/** Lines that touch each other, group by group. */
export function ruleGroups({ horizontal, vertical }: PageRules): RuleGroup[] {
  const parents = Array.from({ length: horizontal.length + vertical.length }, (_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[i] = root;
    return root;
  };
  for (const [h, across] of horizontal.entries()) {
    for (const [v, down] of vertical.entries()) {
      const touches =
        down.at >= across.from - bridged &&
        down.at <= across.to + bridged &&
        across.at >= down.from - bridged &&
        across.at <= down.to + bridged;
      if (touches) parents[find(h)] = find(horizontal.length + v);
    }
  }
  const groups = new Map<number, RuleGroup>();
  const groupOf = (i: number) => {
    const root = find(i);
    const group = groups.get(root) ?? { horizontal: [], vertical: [], box: { x: 0, y: 0, width: 0, height: 0 } };
    groups.set(root, group);
    return group;
  };
  for (const [i, line] of horizontal.entries()) groupOf(i).horizontal.push(line);
  for (const [i, line] of vertical.entries()) groupOf(horizontal.length + i).vertical.push(line);
  for (const group of groups.values()) group.box = boxOf(group);
  return attachFrames([...groups.values()]);
}

const frameDistance = 45;

/** A lone horizontal line as long as a group of lines, close above or below it, belongs to the group: the head's upper rule. */
function attachFrames(groups: RuleGroup[]): RuleGroup[] {
  const lone = groups.filter((group) => group.vertical.length === 0 && group.horizontal.length === 1);
  for (const group of groups) {
    if (group.vertical.length === 0) continue;
    for (const { horizontal } of lone) {
      const line = horizontal[0];
      if (!line) continue;
      const { x, y, width, height } = group.box;
      const isAsLong = Math.abs(line.from - x) < 6 && Math.abs(line.to - x - width) < 6;
      if (isAsLong && line.at > y - frameDistance && line.at < y + height + frameDistance) group.horizontal.push(line);
    }
    group.box = boxOf(group);
  }
  return groups;
}

function boxOf({ horizontal, vertical }: RuleGroup): Box {
  const left = Math.min(...horizontal.map((line) => line.from), ...vertical.map((line) => line.at));
  const right = Math.max(...horizontal.map((line) => line.to), ...vertical.map((line) => line.at));
  const top = Math.min(...vertical.map((line) => line.from), ...horizontal.map((line) => line.at));
  const bottom = Math.max(...vertical.map((line) => line.to), ...horizontal.map((line) => line.at));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Positions closer than `within` become one, rising. */
export function positions(values: number[], within: number): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const out: number[] = [];
  let start = 0;
  for (let i = 1; i <= sorted.length; i++) {
    const previous = sorted[i - 1] ?? 0;
    if (i < sorted.length && (sorted[i] ?? 0) - previous <= within) continue;
    const group = sorted.slice(start, i);
    out.push(group.reduce((sum, value) => sum + value, 0) / group.length);
    start = i;
  }
  return out;
}
