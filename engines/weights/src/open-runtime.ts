import type * as Onnx from 'onnxruntime-node';

/** What computes with ONNX files. */
export type Runtime = typeof Onnx;

/**
 * Null where the optional ONNX runtime is not installed. The only place that loads it, in any process: the runtime would open a
 * connection to its maker's collector (https://github.com/microsoft/onnxruntime/blob/main/docs/Privacy.md) were it not told before.
 */
export async function openRuntime(): Promise<Runtime | null> {
  process.env.ORT_DISABLE_TELEMETRY = '1';
  try {
    return await import('onnxruntime-node');
  } catch {
    // Optional on purpose: some platforms have no build of it.
    return await import(ofPlatform).catch(() => null);
  }
}

/** Throws where this platform has no build of the runtime. */
export async function needRuntime(): Promise<Runtime> {
  const runtime = await openRuntime();
  if (!runtime) throw new Error('onnxruntime-node is not installed: this platform has no build of it');
  return runtime;
}

/** Whether this platform has the runtime; it is not loaded here. */
export function hasRuntime(): boolean {
  return isInstalled('onnxruntime-node') || isInstalled(ofPlatform);
}

/** In a checkout the whole package is there, beside a packed server the one of its platform. */
const ofPlatform = `@parley/onnxruntime-${process.platform}-${process.arch}`;

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** For models that run in a process of their own. */
export const sessionOptions: Onnx.InferenceSession.SessionOptions = {
  // One thread a process: what is to run in parallel runs in several.
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // What is computed on is kept for the next run: fetching it from the system anew takes a quarter of the time.
  enableCpuMemArena: true,
  // Patterns are kept for every shape that was ever seen, and lines and texts have hundreds of lengths.
  enableMemPattern: false,
};
