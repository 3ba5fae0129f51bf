import type { Drawing, Pen } from '../canvas/pen.ts';

const astronaut = (pen: Pen): string => {
  const suit = pen.or('#f1f2f4');
  return (
    pen.box(-19, -80, 38, 38, '#c4c9d1', 6) +
    pen.line('M-7 -38 Q-10 -22 -11 -8 M8 -38 Q11 -22 12 -8', suit, 14) +
    pen.box(-20, -8, 17, 8, '#8f97a3', 3) +
    pen.box(4, -8, 17, 8, '#8f97a3', 3) +
    pen.line(
      `M-14 -68 Q-28 -56 ${-26 + pen.swing(2.5) * 3} -40 M14 -68 Q30 -76 ${30 + pen.swing(2.5) * 3} -92`,
      suit,
      11,
    ) +
    pen.oval(-26, -37, 6, 6, '#8f97a3') +
    pen.oval(30, -95, 6, 6, '#8f97a3') +
    pen.shape('M-18 -76 Q0 -84 18 -76 L15 -36 H-15Z', suit) +
    pen.box(-8, -62, 16, 11, '#c4c9d1', 2) +
    pen.oval(-4, -57, 2, 2, '#d8413a') +
    pen.oval(3, -57, 2, 2, '#3c7fd0') +
    pen.oval(0, -94, 19, 18, suit) +
    pen.oval(2, -93, 14, 12.5, '#2b3a5e') +
    pen.oval(-3, -97, 5, 3.4, '#8fb2e0')
  );
};

const robot = (pen: Pen): string => {
  const lit = pen.isColoured ? '#ffe27a' : '#6fe0f0';
  return (
    pen.line('M0 -108 v-10', '#5d6874', 2.4) +
    pen.oval(0, -119, 3.6, 3.6, '#e2574a') +
    pen.line('M-10 -34 v26 M10 -34 v26', '#5d6874', 8) +
    pen.box(-20, -9, 18, 9, pen.dark(0.25), 3) +
    pen.box(2, -9, 18, 9, pen.dark(0.25), 3) +
    pen.line(
      `M-24 -66 Q-36 -56 -34 ${-40 + pen.swing(1.6) * 3} M24 -66 Q38 -72 36 ${-88 + pen.swing(1.6) * 4}`,
      '#5d6874',
      7,
    ) +
    pen.oval(-34, -38, 6, 6, pen.dark(0.2)) +
    pen.oval(36, -91, 6, 6, pen.dark(0.2)) +
    pen.box(-24, -74, 48, 44, pen.main, 7) +
    pen.box(-14, -64, 28, 18, '#26313f', 3) +
    pen.line('M-10 -54 h5 l3 -6 l4 10 l3 -4 h6', lit, 1.8) +
    pen.box(-20, -108, 40, 30, pen.pale(0.12), 8) +
    pen.box(-15, -102, 30, 16, '#26313f', 6) +
    pen.shine(-7, -94, 9, lit, 0.7) +
    pen.shine(7, -94, 9, lit, 0.7) +
    pen.light(-7, -94, 3.6, 3.6, lit) +
    pen.light(7, -94, 3.6, 3.6, lit)
  );
};

const snowman = (pen: Pen): string =>
  pen.line('M-20 -58 L-44 -74 M-38 -70 l-2 -9 M20 -58 L44 -70 M38 -67 l4 -8', '#6a4a30', 3) +
  pen.oval(0, -22, 31, 25, '#f7fafc') +
  pen.oval(0, -60, 23, 20, '#f9fbfd') +
  pen.oval(0, -91, 17, 16, '#fbfdfe') +
  pen.box(-15, -81, 30, 7, pen.or('#cf3f3a'), 3) +
  pen.box(6, -78, 8, 22, pen.or('#cf3f3a'), 2) +
  pen.eye(-6, -95, 2.2) +
  pen.eye(6, -95, 2.2) +
  pen.shape('M0 -91 L20 -88 L0 -86Z', '#ee8a2c') +
  [-66, -56, -46].map((y) => pen.oval(0, y, 2.4, 2.4, '#2e2b31')).join('') +
  pen.box(-19, -108, 38, 4, '#2b2a33', 1) +
  pen.box(-12, -128, 24, 21, '#2b2a33', 2) +
  pen.box(-12, -112, 24, 4, pen.or('#cf3f3a'));

const ghost = (pen: Pen): string =>
  pen.see(
    0.9,
    pen.shape(
      `M-30 -4 Q-36 -100 0 -102 Q36 -100 30 -4 Q${24 + pen.swing(2) * 2} -14 18 -4 Q10 4 4 -6 Q-2 4 -10 -4 Q-18 -14 -30 -4Z`,
      pen.or('#f3f5fa'),
    ),
  ) +
  pen.oval(-10, -70, 5, 8, '#2b2e44') +
  pen.oval(11, -70, 5, 8, '#2b2e44') +
  pen.oval(0, -50, 6, 8, '#2b2e44');

/** Figures like people, by name. */
export const figuresDrawings: Record<string, Drawing> = {
  astronaut: {
    size: 0.56,
    place: 'ground',
    colour: '#f1f2f4',
    width: 80,
    height: 114,
    motion: 'float',
    draw: astronaut,
  },
  robot: { size: 0.52, place: 'ground', colour: '#9fb0c0', width: 84, height: 122, motion: 'breathe', draw: robot },
  snowman: { size: 0.48, place: 'ground', colour: '#cf3f3a', width: 92, height: 130, motion: 'still', draw: snowman },
  ghost: { size: 0.46, place: 'ground', colour: '#f3f5fa', width: 76, height: 104, motion: 'float', draw: ghost },
};
