import { lightness } from '../canvas/colour.ts';
import { lettering, letteringWidth } from '../canvas/lettering.ts';
import { n } from '../canvas/sheet.ts';
import type { Scene } from './scene.ts';

/** A text in lines that each fit `most` letters or so. */
function lines(text: string, most: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= most) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

/** Quoted words on a sign; words that nothing stands for as a caption; both large when there is nothing else. */
export function drawLetters(scene: Scene): string {
  const { reading, backdrop } = scene;
  const { quotes, unknown } = reading;
  if (backdrop === 'poster') return posterText(scene, quotes.length > 0 ? quotes.join(' ') : reading.words.join(' '));
  const sign = quotes.length > 0 ? drawSign(scene, quotes.join(' ')) : '';
  return sign + (unknown.length > 0 ? caption(scene, unknown.join(' ')) : '');
}

function posterText({ width, height, sheet }: Scene, text: string): string {
  if (text === '') return '';
  const rows = lines(text, width > height ? 16 : 11).slice(0, 6);
  const widest = Math.max(...rows.map(letteringWidth), 1);
  const size = Math.min((width * 0.74 * 10) / widest, (height * 0.7) / (rows.length * 1.55));
  const block = rows.length * size * 1.55 - size * 0.55;
  const ink = sheet.medium.fill === 'line' && sheet.medium.outline !== null ? sheet.medium.outline : '#22202a';
  const [w, h] = [(widest * size) / 10 + size * 1.3, block + size * 1.3];
  const panel = `<rect x="${n((width - w) / 2)}" y="${n((height - h) / 2)}" width="${n(w)}" height="${n(h)}" fill="${sheet.medium.fill === 'line' ? sheet.medium.paper : '#fbf7ec'}" opacity=".93"/>`;
  return (
    panel +
    rows
      .map((row, i) =>
        lettering(row, {
          x: width / 2,
          y: (height - block) / 2 + i * size * 1.55,
          height: size,
          colour: ink,
          weight: 1.5,
        }),
      )
      .join('')
  );
}

function drawSign(scene: Scene, text: string): string {
  const { width, height, sheet, random } = scene;
  const rows = lines(text, 16).slice(0, 4);
  const widest = Math.max(...rows.map(letteringWidth), 1);
  const size = Math.min((width * 0.34 * 10) / widest, height * 0.06);
  const [w, h] = [(widest * size) / 10 + size * 1.6, rows.length * size * 1.5 + size * 0.9];
  const x = width * (scene.lightSide > 0 ? 0.25 : 0.75);
  const y = height * 0.94 - h - height * 0.075;
  const pen = scene.pen({ main: '#8a5f3a', distance: 0, random: random.fork('sign') });
  const board =
    pen.box(x - w * 0.36, y + h * 0.5, height * 0.014, h * 0.5 + height * 0.1, '#6b4a2f') +
    pen.box(x + w * 0.36 - height * 0.014, y + h * 0.5, height * 0.014, h * 0.5 + height * 0.1, '#6b4a2f') +
    pen.box(x - w / 2 - size * 0.2, y - size * 0.2, w + size * 0.4, h + size * 0.4, '#6b4a2f', size * 0.3) +
    pen.box(x - w / 2, y, w, h, '#f6ead0', size * 0.2);
  const ink = sheet.medium.fill === 'line' && sheet.medium.outline !== null ? sheet.medium.outline : '#3a2a22';
  return (
    board +
    rows
      .map((row, i) =>
        lettering(row, { x, y: y + size * 0.75 + i * size * 1.5, height: size, colour: ink, weight: 1.5 }),
      )
      .join('')
  );
}

function caption({ width, height, sheet, palette, backdrop }: Scene, text: string): string {
  const size = Math.min(height, width) * 0.026;
  const row = text.slice(0, 46);
  const isDark =
    palette.isDark || backdrop === 'space' || backdrop === 'underwater' || lightness(palette.ground) < 0.45;
  const isLine = sheet.medium.fill === 'line' && sheet.medium.outline !== null;
  const colour = isLine ? (sheet.medium.outline ?? '#222222') : isDark ? '#ffffff' : '#22303a';
  const [x, y] = [width * 0.035, height * 0.95 - size];
  const under = `<rect x="${n(x - size * 0.8)}" y="${n(y - size * 0.9)}" width="${n((letteringWidth(row) * size) / 10 + size * 1.9)}" height="${n(size * 2.8)}" rx="${n(size * 0.3)}" fill="${isDark || (isLine && lightness(sheet.medium.paper) < 0.5) ? '#0d1430' : '#fdfbf4'}" opacity=".58"/>`;
  return `${under}${lettering(row, { x, y, height: size, colour, weight: 1.2, anchor: 'start' })}`;
}
