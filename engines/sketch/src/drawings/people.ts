import type { Drawing, Pen } from '../canvas/pen.ts';

interface Look {
  top: string;
  bottom: string;
  hair: string;
  skin?: string;
  /** Adds behind and in front; the head's middle is 0, -92, its radius 11. */
  behind?(pen: Pen): string;
  front?(pen: Pen): string;
  pose?: 'stand' | 'walk' | 'dance' | 'sit' | 'raise';
  isSkirt?: boolean;
  longHair?: boolean;
}

const skins = ['#f1c7a5', '#d9a179', '#a8714a', '#7c4f33', '#e7b48e'] as const;

function body(pen: Pen, look: Look): string {
  const skin = look.skin ?? pen.random.pick(skins);
  const top = pen.or(look.top);
  const pose = look.pose ?? 'stand';
  const step = pose === 'walk' ? 8 + pen.swing(1.1) * 4 : pose === 'dance' ? 12 : 4;
  const swing = pen.swing(pose === 'dance' ? 1 : 2.4) * (pose === 'dance' ? 8 : 2);
  const legs =
    pen.line(
      `M-4 -44 Q${-4 - step * 0.4} -24 ${-step - 1} -4 M5 -44 Q${6 + step * 0.4} -24 ${step + 2} -4`,
      look.bottom,
      8.4,
    ) + pen.shape(`M${-step - 5} 0 v-6 h7 l4 6Z M${step - 3} 0 v-6 h7 l5 6Z`, '#3b2f2b');
  const skirt = look.isSkirt ? pen.shape('M-9 -56 L-21 -18 Q0 -12 21 -18 L9 -56Z', top) : '';
  const arms =
    pose === 'dance' || pose === 'raise'
      ? pen.line(`M-11 -74 Q-24 -84 ${-24 - swing} -102 M11 -74 Q24 -84 ${26 + swing} -98`, top, 6.4) +
        pen.oval(-24 - swing, -104, 4, 4, skin) +
        pen.oval(26 + swing, -100, 4, 4, skin)
      : pen.line(`M-12 -74 Q-19 -60 ${-17 - swing} -44 M12 -74 Q19 -60 ${17 + swing} -44`, top, 6.4) +
        pen.oval(-17 - swing, -41, 3.8, 3.8, skin) +
        pen.oval(17 + swing, -41, 3.8, 3.8, skin);
  const torso = pen.shape('M-14 -76 Q0 -84 14 -76 L11 -42 H-11Z', top);
  const back = look.longHair ? pen.shape('M-13 -94 Q-18 -70 -12 -62 H12 Q18 -70 13 -94Z', look.hair) : '';
  const face =
    pen.eye(-3.8, -92, 1.5) + pen.eye(4.2, -92, 1.5) + pen.line('M-3.500 -86.500 q3.500 2.600 7 0', '#8a4a3a', 1.2);
  const hair = pen.shape(
    'M-11.500 -92 Q-12 -106 0 -105 Q12 -106 11.500 -92 Q6 -99 0 -98 Q-7 -99 -11.500 -92Z',
    look.hair,
  );
  return (
    (look.behind?.(pen) ?? '') +
    back +
    legs +
    arms +
    torso +
    skirt +
    pen.box(-3.5, -84, 7, 7, skin) +
    pen.oval(0, -92, 11, 12, skin) +
    hair +
    face +
    (look.front?.(pen) ?? '')
  );
}

const person = (look: Look, size = 0.52): Drawing => ({
  size,
  place: 'ground',
  colour: look.top,
  width: 56,
  height: 106,
  motion: 'breathe',
  draw: (pen) => body(pen, look),
});

/** People, by name. */
export const peopleDrawings: Record<string, Drawing> = {
  man: person({ top: '#3f6f9c', bottom: '#3a3f52', hair: '#3d2a20' }),
  woman: person({ top: '#c2475a', bottom: '#3a3f52', hair: '#5b3322', longHair: true, isSkirt: true }),
  child: person({ top: '#efb13c', bottom: '#4a6fa0', hair: '#6b4228' }, 0.38),
  girl: person({ top: '#e06a8c', bottom: '#7a5a8a', hair: '#7b4a2a', longHair: true, isSkirt: true }, 0.4),
  elder: person({
    top: '#7a7f6a',
    bottom: '#4b463f',
    hair: '#e8e6e2',
    front: (pen) =>
      pen.shape('M-8 -88 Q0 -66 8 -88 Q0 -82 -8 -88Z', '#e8e6e2') +
      pen.line('M22 0 L20 -46 q-4 -6 -8 -1', '#6b4a30', 2.6),
  }),
  walker: person({
    top: '#4d8a6a',
    bottom: '#54463b',
    hair: '#43301f',
    pose: 'walk',
    behind: (pen) => pen.box(-20, -78, 14, 30, '#b5523a', 4),
  }),
  dancer: person({ top: '#b03a78', bottom: '#e7b48e', hair: '#2c1f1c', longHair: true, isSkirt: true, pose: 'dance' }),
  athlete: person({ top: '#d8433a', bottom: '#2f3b5a', hair: '#2c1f1c', pose: 'raise' }),
  king: person({
    top: '#7a2f4f',
    bottom: '#4a3f5f',
    hair: '#6b4a2f',
    behind: (pen) => pen.shape('M-14 -78 L-30 -4 H30 L14 -78Z', '#9c2f37'),
    front: (pen) => pen.shape('M-11 -101 L-13 -117 L-5 -108 L0 -120 L5 -108 L13 -117 L11 -101Z', '#f0c14b'),
  }),
  princess: person({
    top: '#e58fb4',
    bottom: '#e58fb4',
    hair: '#e2b354',
    longHair: true,
    isSkirt: true,
    front: (pen) =>
      pen.shape('M-21 -18 L-9 -50 H9 L21 -18 L26 -1 H-26Z', pen.or('#e58fb4')) +
      pen.shape('M-8 -103 L-8 -111 L-3 -106 L0 -113 L3 -106 L8 -111 L8 -103Z', '#f0c14b'),
  }),
  knight: person({
    top: '#a9b1bd',
    bottom: '#8891a0',
    hair: '#9aa3b1',
    front: (pen) =>
      pen.shape('M-13 -84 Q-15 -108 0 -108 Q15 -108 13 -84 L7 -79 H-7Z', '#b9c1cc') +
      pen.box(-9, -96, 18, 4, '#23262e', 1) +
      pen.shape('M0 -108 Q-14 -124 -20 -104 Q-10 -110 0 -106Z', '#c93a36') +
      pen.line('M25 -18 V-86', '#d7dde6', 4) +
      pen.line('M17 -44 H33', '#a9803c', 4) +
      pen.shape('M-32 -66 H-8 V-48 Q-10 -34 -20 -28 Q-30 -34 -32 -48Z', pen.or('#3f62a8')) +
      pen.line('M-20 -64 V-32 M-30 -52 H-10', '#f0d48a', 3),
  }),
  wizard: person({
    top: '#4b3f9c',
    bottom: '#4b3f9c',
    hair: '#e9e7ea',
    isSkirt: true,
    front: (pen) =>
      pen.shape('M-21 -18 L-9 -50 H9 L21 -18 L24 -1 H-24Z', pen.or('#4b3f9c')) +
      pen.shape('M-9 -88 Q0 -40 9 -88 Q0 -80 -9 -88Z', '#f0eef0') +
      pen.shape('M-20 -98 Q0 -92 20 -98 L8 -104 Q6 -124 -4 -140 Q-6 -120 -9 -104Z', pen.dark(0.05, pen.or('#4b3f9c'))) +
      pen.line('M26 0 L24 -96', '#7a5638', 3) +
      pen.shine(24, -102, 22, '#9fe6ff', 0.9) +
      pen.light(24, -101, 5, 5, '#d8f6ff'),
  }),
  witch: person({
    top: '#3a2f47',
    bottom: '#3a2f47',
    hair: '#5a7a3a',
    longHair: true,
    isSkirt: true,
    front: (pen) =>
      pen.shape('M-24 -99 Q0 -92 24 -99 L9 -104 Q4 -124 12 -138 Q-4 -126 -10 -104Z', '#2b2333') +
      pen.line('M-26 -70 L30 -20', '#7a5638', 3) +
      pen.shape('M24 -28 L46 -14 L34 -2 L22 -20Z', '#c99a4b'),
  }),
  pirate: person({
    top: '#f0e9dc',
    bottom: '#4b3a31',
    hair: '#2f241f',
    front: (pen) =>
      pen.shape('M-20 -100 Q0 -122 20 -100 Q0 -108 -20 -100Z', '#26222b') +
      pen.oval(0, -107, 3, 3, '#f2efe8') +
      pen.oval(-4, -92, 3.4, 3, '#26222b') +
      pen.line('M-11 -98 L11 -88', '#26222b', 1.2) +
      pen.line('M-11 -60 H11', '#8c2f2f', 5),
  }),
  chef: person({
    top: '#f6f3ee',
    bottom: '#43464f',
    hair: '#4a3325',
    front: (pen) =>
      pen.box(-10, -114, 20, 14, '#fbf9f5', 2) +
      pen.oval(-8, -116, 8, 8, '#fbf9f5') +
      pen.oval(8, -116, 8, 8, '#fbf9f5') +
      pen.oval(0, -120, 9, 9, '#fbf9f5') +
      pen.oval(-2, -68, 1.4, 1.4, '#555555') +
      pen.oval(-2, -60, 1.4, 1.4, '#555555'),
  }),
  farmer: person({
    top: '#b5443a',
    bottom: '#4a6a98',
    hair: '#6b4a2f',
    front: (pen) =>
      pen.oval(0, -101, 20, 4.4, '#d9b45f') +
      pen.shape('M-10 -102 Q0 -120 10 -102Z', '#d9b45f') +
      pen.box(-8, -66, 16, 24, '#4a6a98', 2) +
      pen.line('M-7 -66 L-10 -77 M7 -66 L10 -77', '#4a6a98', 3),
  }),
  doctor: person({
    top: '#f4f6f7',
    bottom: '#4a6070',
    hair: '#3d2a20',
    front: (pen) =>
      pen.line('M-6 -78 Q-4 -60 2 -58 M6 -78 Q6 -66 2 -58', '#3f4a58', 1.8) + pen.oval(2, -56, 2.6, 2.6, '#3f4a58'),
  }),
  angel: person({
    top: '#f8f6f0',
    bottom: '#f8f6f0',
    hair: '#e8c46a',
    longHair: true,
    isSkirt: true,
    behind: (pen) =>
      pen.shape('M-6 -74 Q-46 -112 -52 -62 Q-44 -40 -8 -52Z M6 -74 Q46 -112 52 -62 Q44 -40 8 -52Z', '#fdfcf9'),
    front: (pen) => pen.line('M-11 -112 a11 3.500 0 1 0 22 0 a11 3.500 0 1 0 -22 0', '#f4d162', 2.2),
  }),
  mermaid: {
    size: 0.5,
    place: 'water',
    colour: '#3fa08f',
    width: 60,
    height: 106,
    motion: 'bob',
    draw: (pen) =>
      body(pen, {
        top: '#e7b48e',
        bottom: '#3fa08f',
        hair: '#c2452f',
        longHair: true,
        front: () =>
          pen.shape(
            `M-12 -50 Q-18 -20 -2 -8 L${-18 + pen.swing(1.6) * 3} 6 Q0 4 2 -2 Q10 8 ${24 + pen.swing(1.6) * 3} 4 L8 -10 Q18 -24 12 -50Z`,
            pen.or('#3fa08f'),
          ) +
          pen.oval(-6, -70, 5, 5, '#b45a9c') +
          pen.oval(6, -70, 5, 5, '#b45a9c'),
      }),
  },
};
