import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { lettering } from '../src/canvas/lettering.ts';
import { drawPicture } from '../src/index.ts';

/**
 * Draws 40 varied prompts with the embedded engine onto one sheet: shots/sketch-contact-sheet.jpg.
 * Usage: node engines/sketch/tools/contact-sheet.ts [file ending in .jpg or .png] [from] [to]
 */
const prompts = [
  'three red sailing boats on a calm sea at sunset',
  'a cat sitting on top of a stack of books',
  'a snowy mountain village at night',
  'an astronaut next to a rocket on the moon',
  'a lighthouse on the coast in a thunderstorm',
  'a red apple, a banana and a bottle of wine on a table',
  'city skyline at night with a yellow taxi',
  'an elephant and a giraffe in the savanna',
  'a castle on a hill at dawn',
  'colorful fish in a coral reef',
  'a bakery with a sign saying "FRESH BREAD"',
  'two penguins on the ice under the northern lights',
  'a blue car on the left and a green tree on the right',
  'a camel caravan near the pyramids in the desert',
  'a fox in an autumn forest',
  'cherry blossom trees beside a pagoda in spring',
  'a hot air balloon over rolling hills in the morning',
  'a dragon in front of a castle, dramatic',
  'a cup of coffee and a croissant, watercolor',
  'blueprint of a bicycle',
  'a robot holding a balloon, minimal',
  'pixel art of a knight and a dragon',
  'a pencil drawing of a horse',
  'a neon city street in the rain',
  'a pirate ship in a stormy sea',
  'a bear and a tent beside a campfire at night',
  'a birthday cake with candles',
  'a steam train crossing the countryside',
  'a unicorn under a rainbow',
  'a dog playing with a ball on the beach',
  'saturn and a rocket in space',
  'a windmill in a field of tulips',
  'a snowman next to a cabin in winter',
  'a whale in the ocean under a full moon',
  'a guitar and a vase of flowers in a room',
  'fireworks over a bridge at night',
  'a wizard and an owl, comic style',
  'sunflowers and a butterfly on a sunny day',
  'Entropy of quiet machines',
  'a palm tree on a tropical island',
];
const [file = 'shots/sketch-contact-sheet.jpg', from = '0', to = String(prompts.length)] = process.argv.slice(2);
const chosen = prompts.slice(Number(from), Number(to));
const [width, height, columns, label] = [400, 225, 5, 26];
const rows = Math.ceil(chosen.length / columns);
const tiles = [];
for (const [index, prompt] of chosen.entries()) {
  const picture = await drawPicture({ prompt, seed: 11, width: 1600, height: 900, format: 'jpeg' });
  const left = (index % columns) * (width + 8) + 8;
  const top = Math.floor(index / columns) * (height + label + 8) + 8;
  tiles.push({ input: await sharp(picture).resize(width, height).toBuffer(), left, top });
  const caption = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${label}">${lettering(prompt.replaceAll('"', '').slice(0, 54), { x: 2, y: 9, height: 8, colour: '#33343a', weight: 1.3, anchor: 'start' })}</svg>`;
  tiles.push({ input: Buffer.from(caption), left, top: top + height });
}
const sheet = sharp({
  create: {
    width: columns * (width + 8) + 8,
    height: rows * (height + label + 8) + 8,
    channels: 3,
    background: '#f4f1ea',
  },
}).composite(tiles);
const bytes = await (file.endsWith('.png') ? sheet.png() : sheet.jpeg({ quality: 82 })).toBuffer();
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, bytes);
console.log(`${file}: ${chosen.length} prompts, ${Math.round(bytes.length / 1000)} kB`);
