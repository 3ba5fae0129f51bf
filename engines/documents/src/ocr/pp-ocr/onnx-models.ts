import { readWeights, type WeightsFile } from '@parley/ocr-weights';
import type * as Onnx from 'onnxruntime-node';
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
  alphabet: Alphabet;
}

/** Loads the PP-OCRv6 models, or returns null where the optional ONNX runtime is not installed. Throws when a file of weights is missing or damaged. */
export async function loadPpOcrModels(): Promise<PpOcrModels | null> {
  const onnx = await openRuntime();
  if (!onnx) return null;
  const [detection, recognition, direction, characters] = await Promise.all([
    openModel(onnx, 'detection.onnx'),
    openModel(onnx, 'recognition.onnx'),
    openModel(onnx, 'direction.onnx'),
    readWeights('characters.txt'),
  ]);
  const alphabet = new Alphabet(['', ...characters.toString('utf8').split('\n'), ' ']);
  return { detection, recognition, direction, alphabet };
}

/**
 * Null where the optional ONNX runtime is not installed. The only place that loads it, in any process: the runtime would open a
 * connection to its maker's collector (https://github.com/microsoft/onnxruntime/blob/main/docs/Privacy.md) were it not told before.
 */
async function openRuntime(): Promise<typeof Onnx | null> {
  process.env.ORT_DISABLE_TELEMETRY = '1';
  try {
    return await import('onnxruntime-node');
  } catch {
    // Optional on purpose: some platforms have no build of it, and Tesseract alone still reads.
    return null;
  }
}

async function openModel(onnx: typeof Onnx, file: WeightsFile): Promise<OnnxModel> {
  const session = await onnx.InferenceSession.create(await readWeights(file), {
    // One thread a process: pages run in parallel, each in a process of its own.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // What is computed on is kept for the next run: fetching it from the system anew takes a quarter of the time. It
    // stays small because pages are cut into tiles and lines are of bounded width.
    enableCpuMemArena: true,
    // Patterns are kept for every shape that was ever seen, and lines have hundreds of widths.
    enableMemPattern: false,
  });
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
