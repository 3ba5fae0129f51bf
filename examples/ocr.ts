import { openAsBlob } from 'node:fs';
import { Parley } from '@parley/sdk';

const parley = new Parley();
const { text, raw_response } = await parley.ocr.image(await openAsBlob('samples/receipt.png'));
console.log(text);
for (const word of raw_response.pages[0]?.blocks[0]?.words ?? []) console.log(word.text, word.bounding_box);
// Prints: CORNER BAKERY
// Prints: 22.70
