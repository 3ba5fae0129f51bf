import type { Drawing, Pen } from '../canvas/pen.ts';
import { building, windows } from './building-shapes.ts';

const battlements = (x: number, y: number, width: number, count: number): string => {
  const step = width / (count * 2 - 1);
  return Array.from({ length: count }, (_, i) => `M${x + i * step * 2} ${y} h${step} v${-step * 1.1} h${-step}Z`).join(
    ' ',
  );
};

const castle = (pen: Pen): string => {
  const roof = pen.second ?? '#5a4a86';
  const tower = (x: number, width: number, height: number) =>
    pen.box(x, -height, width, height, pen.dark(0.06)) +
    pen.shape(battlements(x - 2, -height + 1, width + 4, 4), pen.dark(0.12)) +
    pen.shape(`M${x - 3} ${-height - 4} L${x + width / 2} ${-height - 34} L${x + width + 3} ${-height - 4}Z`, roof) +
    pen.line(`M${x + width / 2} ${-height - 34} v-12`, '#5b4a3a', 1.2) +
    pen.shape(`M${x + width / 2} ${-height - 46} l14 ${4 + pen.swing(1.4) * 2} l-14 5Z`, '#d2403a') +
    pen.pane(x + width / 2 - 3, -height + 14, 6, 11);
  return (
    tower(-22, 44, 84) +
    pen.box(-62, -48, 124, 48) +
    pen.shape(battlements(-62, -47, 124, 11), pen.main) +
    tower(-76, 26, 66) +
    tower(50, 26, 66) +
    pen.shape('M-14 0 L-14 -24 Q0 -40 14 -24 L14 0Z', '#4b3323') +
    windows(pen, -46, -34, 2, 1, [16, 0], [6, 10]) +
    windows(pen, 24, -34, 2, 1, [16, 0], [6, 10]) +
    pen.line('M-54 -14 h10 M-30 -8 h9 M30 -16 h12 M38 -7 h8 M-8 -66 h9 M4 -54 h10', pen.dark(0.2), 1.6)
  );
};

const lighthouse = (pen: Pen): string => {
  const stripe = pen.or('#cf3d36');
  const beam = pen.isDark
    ? pen.see(
        0.5,
        pen.at(
          0,
          -116,
          1,
          pen.swing(6) * 14,
          pen.lightShape('M0 -3 L-190 -34 L-190 20 L0 4Z M0 -3 L190 -34 L190 20 L0 4Z', '#fff2b8'),
        ),
      )
    : '';
  return (
    beam +
    pen.shape('M-40 0 Q-30 -14 -10 -12 Q20 -16 42 0Z', '#7c7469') +
    pen.shape('M-20 -8 L-12 -100 L12 -100 L20 -8Z', '#f7f3ea') +
    pen.shape('M-18.300 -28 L-16.400 -50 L16.400 -50 L18.300 -28Z M-14.700 -70 L-13 -90 L13 -90 L14.700 -70Z', stripe) +
    pen.box(-17, -104, 34, 5, '#3b3a42', 1) +
    pen.box(-9, -122, 18, 18, pen.isDark ? '#ffe9a0' : '#bfe0ec') +
    pen.line('M-9 -122 v18 M0 -122 v18 M9 -122 v18', '#3b3a42', 1.6) +
    pen.shape('M-13 -121 Q0 -140 13 -121Z', stripe) +
    pen.box(-5, -24, 10, 17, '#5b4636', 4) +
    pen.pane(-3, -64, 6, 9) +
    (pen.isDark ? pen.shine(0, -113, 46, '#fff0b0', 0.95) : '')
  );
};

const church = (pen: Pen): string =>
  pen.box(-10, -52, 62, 52, pen.or('#efe6d6')) +
  pen.shape('M-16 -50 L4 -76 L52 -76 L58 -50Z', '#7b5142') +
  pen.box(-40, -84, 32, 84, pen.or('#f6efe2')) +
  pen.shape('M-44 -82 L-24 -132 L-4 -82Z', '#6a4540') +
  pen.line('M-24 -150 v20 M-30 -144 h12', '#c9a24c', 2.4) +
  pen.shape('M-32 0 L-32 -22 Q-24 -34 -16 -22 L-16 0Z', '#5c3c28') +
  [0, 19, 38].map((x) => pen.shape(`M${x - 2} -12 v-18 q6 -9 12 0 v18Z`, pen.isDark ? '#ffd98a' : '#7fa9c9')).join('') +
  pen.oval(-24, -62, 7, 7, '#fbf8ef') +
  pen.line('M-24 -62 v-5 M-24 -62 h4', '#3a3230', 1.4);

const windmill = (pen: Pen): string => {
  const blade = pen.shape('M-1.500 0 L-2 -58 L1.500 -58 L1.500 0Z', '#6b4e38') + pen.box(1, -56, 12, 44, '#f5eee0');
  return (
    pen.shape('M-26 0 L-16 -76 L16 -76 L26 0Z', pen.or('#efe2cc')) +
    pen.shape('M-20 -74 Q0 -104 20 -74Z', '#8f4b38') +
    pen.box(-6, -20, 12, 20, '#6b4a31', 5) +
    pen.pane(-4, -50, 8, 10) +
    pen.at(0, -76, 1, 22 + pen.time * 34, [0, 90, 180, 270].map((turn) => pen.at(0, 0, 1, turn, blade)).join('')) +
    pen.oval(0, -76, 4, 4, '#4d3a2c')
  );
};

const pagoda = (pen: Pen): string =>
  [0, 1, 2, 3]
    .map((level) => {
      const width = 62 - level * 11;
      const y = -level * 28;
      return (
        pen.box(-width / 2 + 8, y - 22, width - 16, 22, '#f3e3cc') +
        pen.line(`M${-width / 2 + 12} ${y - 22} v22 M${width / 2 - 12} ${y - 22} v22`, '#a8352c', 3) +
        pen.pane(-5, y - 18, 10, 12) +
        pen.shape(
          `M${-width / 2 - 12} ${y - 22} Q${-width / 2 + 2} ${y - 26} ${-width / 2 + 10} ${y - 36} L${width / 2 - 10} ${y - 36} Q${width / 2 - 2} ${y - 26} ${width / 2 + 12} ${y - 22} Q0 ${y - 18} ${-width / 2 - 12} ${y - 22}Z`,
          pen.or('#7f2f2a'),
        )
      );
    })
    .join('') + pen.line('M0 -120 v-18', '#d9a93f', 3);

const bridge = (pen: Pen): string => {
  const cable = (x: number) => `M${x} -86 Q${x - 40} -34 ${x - 72} -28 M${x} -86 Q${x + 40} -34 ${x + 72} -28`;
  const hangers = [-1, 1]
    .flatMap((side) =>
      [12, 24, 36, 48, 60].map((d) => {
        const drop = -28 - 58 * (1 - d / 72) ** 1.9;
        return `M${side * 70 + d} -28 V${drop} M${side * 70 - d} -28 V${drop}`;
      }),
    )
    .join(' ');
  return (
    pen.line(hangers, pen.main, 1) +
    pen.line(`${cable(-70)} ${cable(70)}`, pen.main, 2.2) +
    [-70, 70]
      .map(
        (x) =>
          pen.box(x - 6, -90, 4, 90) +
          pen.box(x + 2, -90, 4, 90) +
          pen.box(x - 6, -76, 12, 4) +
          pen.box(x - 6, -52, 12, 4),
      )
      .join('') +
    pen.box(-150, -30, 300, 6, pen.dark(0.15))
  );
};

/** Buildings that are seen from afar, by name. */
export const landmarksDrawings: Record<string, Drawing> = {
  castle: building(1, '#b9b3ad', 156, 130, castle, 84),
  lighthouse: building(0.98, '#cf3d36', 84, 140, lighthouse),
  church: building(0.94, '#f6efe2', 110, 150, church),
  tower: building(
    1,
    '#a79d92',
    60,
    140,
    (pen) =>
      pen.shape('M-22 0 L-18 -100 L18 -100 L22 0Z') +
      pen.box(-24, -112, 48, 14, pen.dark(0.1)) +
      pen.shape(battlements(-24, -111, 48, 5), pen.dark(0.1)) +
      pen.shape('M-9 0 V-18 Q0 -30 9 -18 V0Z', '#4b3525') +
      [-44, -70, -90].map((y) => pen.pane(-3, y, 6, 11)).join('') +
      pen.line('M-16 -30 h9 M6 -38 h9 M-12 -58 h8 M4 -80 h8', pen.dark(0.2), 1.6),
    118,
  ),
  'eiffel tower': building(
    1.05,
    '#7d654c',
    90,
    150,
    (pen) =>
      pen.line('M-42 0 Q-16 -40 -4 -130 M42 0 Q16 -40 4 -130', pen.main, 6) +
      pen.line('M-30 0 Q0 -34 30 0 M-22 -40 H22 M-14 -72 H14', pen.main, 5) +
      pen.line(
        'M-34 -14 L22 -40 M34 -14 L-22 -40 M-20 -44 L14 -72 M20 -44 L-14 -72 M-12 -76 L7 -104 M12 -76 L-7 -104 M0 -130 V-150',
        pen.main,
        2,
      ),
  ),
  windmill: building(0.92, '#efe2cc', 120, 134, windmill, 96),
  pagoda: building(0.98, '#7f2f2a', 90, 140, pagoda),
  temple: building(
    0.86,
    '#efe8da',
    140,
    90,
    (pen) =>
      pen.box(-66, -8, 132, 8, pen.dark(0.12)) +
      pen.box(-60, -15, 120, 8) +
      [-52, -32, -12, 8, 28, 46]
        .map(
          (x) =>
            pen.box(x, -60, 9, 46, pen.pale(0.3)) + pen.line(`M${x + 3} -58 v42 M${x + 6} -58 v42`, pen.dark(0.14), 1),
        )
        .join('') +
      pen.box(-60, -68, 120, 9, pen.dark(0.05)) +
      pen.shape('M-66 -68 L0 -96 L66 -68Z') +
      pen.shape('M-46 -71 L0 -90 L46 -71Z', pen.dark(0.12)),
  ),
  pyramid: building(
    0.95,
    '#dcb56b',
    180,
    104,
    (pen) =>
      pen.shape('M-90 0 L0 -104 L20 0Z', pen.pale(0.14)) +
      pen.shape('M90 0 L0 -104 L20 0Z', pen.dark(0.24)) +
      pen.line('M-72 -20 L16 -20 M-54 -41 L12 -41 M-36 -62 L8 -62 M-18 -83 L4 -83', pen.dark(0.16), 1.2),
  ),
  bridge: building(0.72, '#b5533c', 300, 92, bridge),
};
