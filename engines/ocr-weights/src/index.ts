import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * PP-OCRv6 small and the model that tells lines on their head, from the Python package `rapidocr` 3.10.0 (Apache-2.0, the weights too:
 * `models/MODEL_LICENSES.md`); `tools/rebuild.py` writes them anew. By SHA-256.
 */
const files = {
  'detection.onnx': '090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f',
  'recognition.onnx': '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884',
  'direction.onnx': 'e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c',
  'characters.txt': 'f7aa897ca828a4c7c9e2739c30f9161a33306d532f020bcdb91dcfb664a5507e',
} as const;

export type WeightsFile = keyof typeof files;

/** Where the files lie. */
export const weightsFolder = join(import.meta.dirname, 'models');

/** The bytes of a file. Throws when it is missing, or not the one that was measured: half a clone, a damaged disk. */
export async function readWeights(name: WeightsFile, folder: string = weightsFolder): Promise<Buffer> {
  const bytes = await readFile(join(folder, name));
  if (createHash('sha256').update(bytes).digest('hex') === files[name]) return bytes;
  throw new Error(
    `${join(folder, name)} is damaged: its SHA-256 is not that of the weights of this version; install again`,
  );
}
