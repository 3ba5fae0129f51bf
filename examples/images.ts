import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parley } from '@parley/sdk';

const parley = new Parley();
const picture = await parley.images.generate({
  prompt: 'three red sailing boats on a calm sea at sunset',
  aspect_ratio: '16:9',
  seed: 7, // the same seed and prompt draw the same picture
});
await writeFile(join(tmpdir(), 'boats.jpg'), Buffer.from(picture.image_base64, 'base64'));
console.log(`${picture.model}: ${picture.width} x ${picture.height}, for an hour at ${picture.image_url}`);
// Prints: sketch:
