import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatDateTime, formatDay, formatTime } from '../lib/format.ts';
import { type Language, useLanguage } from '../lib/language.ts';
import { axisLabels } from './axis-labels.ts';
import type { ChartProps } from './chart-props.ts';

/** The drawing itself, in a file of its own so that pages without charts do not carry the library. */
export default function Plot(props: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let plot = draw(element, props, language);
    const redraw = () => {
      plot.destroy();
      plot = draw(element, props, language);
    };
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: props.height ?? 220 }));
    sizes.observe(element);
    // Colours are read from the page when it draws.
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      plot.destroy();
    };
  }, [props, language]);
  return <div ref={host} className="relative h-full w-full overflow-hidden" />;
}

function draw(element: HTMLElement, props: ChartProps, language: Language): uPlot {
  const { times, series, format, kind = 'area', height = 220 } = props;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour('--muted'), font: '11px system-ui', ticks: { show: false } };
  const grid = { stroke: colour('--line'), width: 1 };
  const isWhole = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 });
  return new uPlot(
    {
      width: element.clientWidth,
      height,
      // Half of the last label of the time axis stands beyond the last mark.
      padding: [8, 28, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: (_, marks) => (marks?.some((mark) => mark.includes('\n')) ? 40 : 26),
          space: 70,
          values: (_, times, __, ___, step) => timeWords(times, step, language),
        },
        {
          ...axis,
          grid,
          size: 64,
          space: 32,
          // Counts have no halves.
          ...(isWhole && { incrs: wholeSteps }),
          values: (_, values) => axisLabels(values, format),
        },
      ],
      scales: {
        // Half a bar on each side.
        ...(kind === 'bars' && { x: { range: (_, min, max) => [min - halfStep(times), max + halfStep(times)] } }),
        y: { range: (_, __, max) => [0, max > 0 ? max * 1.08 : 1] },
      },
      series: [
        {},
        ...series.map(({ name, values }, index) => {
          const stroke = colour(`--series-${index + 1}`);
          return {
            label: name,
            stroke,
            width: 1.5,
            // A value between two gaps would not be seen as a line.
            points: { show: values.filter((value) => value !== null).length < 4 },
            ...(kind !== 'line' && { fill: `${stroke}${kind === 'bars' ? 'cc' : '1f'}` }),
            ...(kind === 'bars' && bars && { paths: bars }),
          };
        }),
      ],
      plugins: [tooltip(props, language)],
    },
    [[...times], ...series.map(({ values }) => [...values])],
    element,
  );
}

const halfStep = (times: readonly number[]): number => ((times[1] ?? 0) - (times[0] ?? 0)) / 2;

const dayS = 86_400;
const wholeSteps = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Marks of the time axis: the time of the day with the day where it begins, or days alone. */
function timeWords(times: readonly number[], step: number, language: Language): string[] {
  const day = (time: number) => formatDay(new Date(time * 1000), language);
  if (step >= dayS) return times.map(day);
  return times.map((time, index) => {
    const before = times[index - 1];
    const isNew = before === undefined || day(before) !== day(time);
    return `${formatTime(new Date(time * 1000), language)}${isNew ? `\n${day(time)}` : ''}`;
  });
}

/** Values at the pointer. */
function tooltip({ times, series, format }: ChartProps, language: Language): uPlot.Plugin {
  const box = document.createElement('div');
  box.className =
    'pointer-events-none absolute top-1 z-10 hidden rounded-md border bg-raised px-2.5 py-1.5 text-xs text-ink shadow-raised';
  return {
    hooks: {
      init: (plot) => plot.over.append(box),
      setCursor: (plot) => {
        const { idx, left = -1 } = plot.cursor;
        const time = idx == null ? undefined : times[idx];
        box.classList.toggle('hidden', time === undefined || left < 0);
        if (time === undefined || idx == null) return;
        const lines = series.map(({ name, values }) => `${name}: ${format(values[idx] ?? 0)}`);
        box.replaceChildren(
          ...[formatDateTime(new Date(time * 1000), language), ...lines].map((line, index) => {
            const row = document.createElement('div');
            row.textContent = line;
            row.className = index === 0 ? 'text-muted whitespace-nowrap' : 'tabular-nums whitespace-nowrap';
            return row;
          }),
        );
        const isRight = left > plot.over.clientWidth / 2;
        box.style.left = isRight ? '' : `${left + 12}px`;
        box.style.right = isRight ? `${plot.over.clientWidth - left + 12}px` : '';
      },
    },
  };
}
