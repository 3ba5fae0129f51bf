import { openRuntime, type Runtime, readWeights, sessionOptions, type WeightsFile } from '@parley/weights';
import { Alphabet } from './decode-ctc.ts';

export interface OnnxModel {
  /** Runs the model on one float tensor and returns its only output. */
  run(input: Float32Array, dims: readonly number[]): Promise<{ data: Float32Array; dims: readonly number[] }>;
  close(): Promise<void>;
}

export interface PpOcrModels {
  detection: OnnxModel;
  recognition: OnnxModel;
  /** Tells upright lines from lines that stand on their head. */
  direction: OnnxModel;
  /** Tells by which quarter turn a page is turned. */
  orientation: OnnxModel;
  alphabet: Alphabet;
}

/** Loads the PP-OCRv6 models, or returns null where the optional ONNX runtime is not installed. Throws when a file of weights is missing or damaged. */
export async function loadPpOcrModels(): Promise<PpOcrModels | null> {
  const onnx = await openRuntime();
  if (!onnx) return null;
  const [detection, recognition, direction, orientation, characters] = await Promise.all([
    openModel(onnx, 'ocr/detection.onnx'),
    openModel(onnx, 'ocr/recognition.onnx'),
    openModel(onnx, 'ocr/direction.onnx'),
    openModel(onnx, 'ocr/orientation.onnx'),
    readWeights('ocr/characters.txt'),
  ]);
  const alphabet = new Alphabet(['', ...characters.toString('utf8').split('\n'), ' ']);
  return { detection, recognition, direction, orientation, alphabet };
}

async function openModel(onnx: Runtime, file: WeightsFile): Promise<OnnxModel> {
  const session = await onnx.InferenceSession.create(await readWeights(file), sessionOptions);
  const input = session.inputNames[0] ?? 'x';
  const output = session.outputNames[0] ?? '';
  return {
    async run(data, dims) {
      const result = (await session.run({ [input]: new onnx.Tensor('float32', data, [...dims]) }))[output];
      if (!result || !(result.data instanceof Float32Array)) throw new Error(`${file} gave no float tensor`);
      return { data: result.data, dims: result.dims };
    },
    close: () => session.release(),
  };
}
