import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files by SHA-256. Where they came from and how they are written anew: the README of this package. */
const files = {
  'ocr/detection.onnx': '090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f',
  'ocr/recognition.onnx': '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884',
  'ocr/direction.onnx': 'e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c',
  'ocr/orientation.onnx': '2f62c9bfb830a0b417241269fde7ef2d0ad5446c0ed2b8af33b1f6543545e8e2',
  'ocr/characters.txt': 'f7aa897ca828a4c7c9e2739c30f9161a33306d532f020bcdb91dcfb664a5507e',
  'sentences/answers.onnx': '58574ff0be831d398aff10a189d5656f7f770aedb439986f539281b377908be4',
  'sentences/encoder.onnx': '6a664d7c11d71b39a7ef759f77c5775fd63a6fc3bd058d7751956b11746f2654',
  'sentences/normal.tsv': '24992908e9c457f426abdf86e72b2722915c638ffe3b40598fbde70bbdf97181',
  'sentences/pieces.tsv': 'd6e726d89b5a0d9b0c9f081554ccc672c0240754de809528f9b5b25cef87341f',
} as const;

export type WeightsFile = keyof typeof files;

/** Where the files lie. */
export const weightsFolder = import.meta.dirname;

/** The bytes of a file. Throws when it is missing, or not the one that was measured: half a clone, a damaged disk. */
export async function readWeights(name: WeightsFile, folder: string = weightsFolder): Promise<Buffer> {
  const bytes = await readFile(join(folder, name));
  if (createHash('sha256').update(bytes).digest('hex') === files[name]) return bytes;
  throw new Error(
    `${join(folder, name)} is damaged: its SHA-256 is not that of the weights of this version; install again`,
  );
}
