import type { Rule } from '../pdf/raw-page.ts';
import { mapPaper, type PaperMap } from './flatten-background.ts';
import { median } from './geometry.ts';
import type { GrayRaster, ReadLine } from './ocr-engine.ts';

/** So much darker than the paper around it, a pixel is ink. */
const inkDifference = 40;
/** Side of the places that `mapPaper` tells the paper of. */
const paperCell = 24;
/** Breaks of so many pixels do not end a line. */
const bridged = 3;
/** In heights of the usual line of text: shorter is a letter's stroke, thicker is an area. */
const least = { across: 2.5, down: 1.8 };
const thickest = 0.35;
/** Straight lines of a scan may lean by this much. */
const lean = 0.012;
/** Hatching has more lines than any table. */
const mostRules = 2000;

/** Ink without a break: `at` is the row or column of pixels, `to` the last pixel. */
interface Run {
  at: number;
  from: number;
  to: number;
}

/** Straight lines, level or upright, that are drawn on an upright page, in its pixels: of tables, frames and under heads. */
export function findRules(page: GrayRaster, lines: readonly ReadLine[]): Rule[] {
  const height = median(
    lines.map((line) => line.box.height),
    lines.map((line) => line.box.width),
  );
  if (!(height > 0)) return [];
  const { across, down } = inkRuns(page, height * least.across, height * least.down);
  const level = strokes(across, height).map(({ at, end, from, to }) => ({ x1: from, y1: at, x2: to, y2: end }));
  const upright = strokes(down, height).map(({ at, end, from, to }) => ({ x1: at, y1: from, x2: end, y2: to }));
  const rules = [...level, ...upright].filter((rule) => !lines.some((line) => isStrokeOf(line, rule)));
  return rules.length > mostRules ? [] : rules.map(straight);
}

/** Long runs of ink along the rows and the columns of pixels. This looks at each pixel of a page: it costs what its inner loop costs. */
function inkRuns(page: GrayRaster, leastAcross: number, leastDown: number): { across: Run[]; down: Run[] } {
  const { width, height, data } = page;
  const paper = mapPaper(page);
  const across: Run[] = [];
  const down: Run[] = [];
  const start = new Int32Array(width).fill(-1);
  const last = new Int32Array(width).fill(-1);
  // positional: runs at the end of each row of black pixels
  const add = (runs: Run[], at: number, from: number, to: number, shortest: number) => {
    if (from >= 0 && to - from + 1 >= shortest) runs.push({ at, from, to });
  };
  for (let y = 0; y < height; y++) {
    let from = -1;
    let to = -1;
    for (let column = 0; column < paper.columns; column++) {
      const darkest = inkLevel(paper, Math.floor(y / paperCell) * paper.columns + column);
      const end = Math.min(width, (column + 1) * paperCell);
      for (let x = column * paperCell; x < end; x++) {
        if ((data[y * width + x] ?? 255) > darkest) continue;
        if (from < 0 || x - to > bridged) {
          add(across, y, from, to, leastAcross);
          from = x;
        }
        to = x;
        const [begun, seen] = [start[x] ?? -1, last[x] ?? -1];
        if (begun < 0 || y - seen > bridged) {
          add(down, x, begun, seen, leastDown);
          start[x] = y;
        }
        last[x] = y;
      }
    }
    add(across, y, from, to, leastAcross);
  }
  for (let x = 0; x < width; x++) add(down, x, start[x] ?? -1, last[x] ?? -1, leastDown);
  return { across, down: down.sort((a, b) => a.at - b.at) };
}

/** A pixel of a place is ink when it is no lighter than this. Where all is dark, that is an area and no paper. */
function inkLevel({ levels, usual }: PaperMap, place: number): number {
  const own = levels[place] ?? usual;
  return (own < usual * 0.5 ? usual : own) - inkDifference;
}

/** Runs that lie on each other as one stroke of the pen; thick ones are areas, not lines. `runs` rise by `at`. */
function strokes(runs: readonly Run[], height: number): (Run & { end: number })[] {
  const done: (Run & { end: number })[] = [];
  let open: (Run & { end: number })[] = [];
  for (const run of runs) {
    const ended = open.filter((stroke) => run.at - stroke.end > 2);
    if (ended.length > 0) {
      done.push(...ended);
      open = open.filter((stroke) => run.at - stroke.end <= 2);
    }
    const stroke = open.find(({ from, to }) => run.from <= to + bridged && run.to >= from - bridged);
    if (stroke) {
      stroke.from = Math.min(stroke.from, run.from);
      stroke.to = Math.max(stroke.to, run.to);
      stroke.end = run.at;
    } else open.push({ ...run, end: run.at });
  }
  return [...done, ...open].filter(
    ({ at, end, from, to }) => end - at + 1 <= Math.max(3, height * thickest) + (to - from) * lean,
  );
}

/** Whether what looks like a line is part of the letters that were read there. */
function isStrokeOf({ box }: ReadLine, rule: Rule): boolean {
  const [x, y] = [(rule.x1 + rule.x2) / 2, (rule.y1 + rule.y2) / 2];
  const isLevel = rule.x2 - rule.x1 > rule.y2 - rule.y1;
  if (x < box.x || x > box.x + box.width) return false;
  return isLevel
    ? y > box.y + box.height * 0.2 && y < box.y + box.height * 0.8 && rule.x2 - rule.x1 < box.width
    : y > box.y && y < box.y + box.height && rule.y2 - rule.y1 < box.height * 1.2;
}

function straight({ x1, y1, x2, y2 }: Rule): Rule {
  if (x2 - x1 > y2 - y1) {
    const y = (y1 + y2) / 2;
    return { x1, x2, y1: y, y2: y };
  }
  const x = (x1 + x2) / 2;
  return { x1: x, x2: x, y1, y2 };
}
