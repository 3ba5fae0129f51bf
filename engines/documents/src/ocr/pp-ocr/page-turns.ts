import type { PageTurns, Raster } from '../ocr-engine.ts';
import { resizeRaster } from '../page-pixels.ts';
import type { OnnxModel } from './onnx-models.ts';

/** The model was trained on the middle of pages whose shorter side has so many pixels. */
const shortSide = 256;
const side = 224;
/** Of the pictures that it was trained on; blue, green, red. */
const usual = [0.485, 0.456, 0.406];
const spread = [0.229, 0.224, 0.225];

/** Looks at the middle of a page as a whole. */
export async function pageTurns(model: OnnxModel, page: Raster): Promise<PageTurns> {
  const small = await resizeRaster(page, shortSide / Math.min(page.width, page.height));
  const { data } = await model.run(toInput(small), [1, 3, side, side]);
  // The model tells how far the page was turned; what is asked for is how it is turned back.
  const shares = [data[0] ?? 0, data[3] ?? 0, data[2] ?? 0, data[1] ?? 0];
  const confidence = Math.max(...shares);
  const turns = ([0, 1, 2, 3] as const).find((each) => shares[each] === confidence) ?? 0;
  return { turns, confidence };
}

function toInput({ width, height, data }: Raster): Float32Array {
  const [left, top] = [(width - side) >> 1, (height - side) >> 1];
  const plane = side * side;
  const input = new Float32Array(3 * plane);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const source = ((top + y) * width + left + x) * 3;
      for (const [channel, mean] of usual.entries()) {
        const value = (data[source + 2 - channel] ?? 0) / 255;
        input[channel * plane + y * side + x] = (value - mean) / (spread[channel] ?? 1);
      }
    }
  }
  return input;
}
