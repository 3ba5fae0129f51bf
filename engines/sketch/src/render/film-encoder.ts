import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Takes frames of RGB pixels and gives an H.264 MP4. */
export interface FilmEncoder {
  readonly name: 'ffmpeg' | 'wasm';
  add(frame: Uint8Array): Promise<void>;
  finish(): Promise<Uint8Array>;
}

interface FilmFormat {
  width: number;
  height: number;
  framesPerSecond: number;
}

/** ffmpeg where it is on the path and knows H.264, the encoder in WebAssembly otherwise. */
export async function openFilmEncoder(format: FilmFormat): Promise<FilmEncoder> {
  return (await hasFfmpeg()) ? FfmpegEncoder.open(format) : WasmEncoder.open(format);
}

let ffmpeg: Promise<boolean> | null = null;

function hasFfmpeg(): Promise<boolean> {
  ffmpeg ??= new Promise((resolve) => {
    const child = startOrNull(() =>
      spawn('ffmpeg', ['-hide_banner', '-encoders'], {
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: 5000,
      }),
    );
    // A process that may start no programs has no ffmpeg.
    if (child === null) return resolve(false);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.on('error', () => resolve(false));
    child.on('close', () => resolve(text.includes('libx264')));
  });
  return ffmpeg;
}

function startOrNull<Child>(start: () => Child): Child | null {
  try {
    return start();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED') return null;
    throw error;
  }
}

class FfmpegEncoder implements FilmEncoder {
  readonly name = 'ffmpeg';
  readonly #child: ReturnType<typeof FfmpegEncoder.start>;
  readonly #path: string;

  private constructor(child: ReturnType<typeof FfmpegEncoder.start>, path: string) {
    this.#child = child;
    this.#path = path;
  }

  static start({ width, height, framesPerSecond }: FilmFormat, path: string) {
    const input = [
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${height}`,
      '-r',
      String(framesPerSecond),
      '-i',
      '-',
    ];
    const output = [
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '20',
      '-threads',
      '1',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      path,
    ];
    return spawn('ffmpeg', ['-loglevel', 'error', ...input, ...output], { stdio: ['pipe', 'ignore', 'ignore'] });
  }

  static async open(format: FilmFormat): Promise<FfmpegEncoder> {
    const path = join(tmpdir(), `parley-${process.pid}-${Date.now()}.mp4`);
    return new FfmpegEncoder(FfmpegEncoder.start(format, path), path);
  }

  async add(frame: Uint8Array): Promise<void> {
    if (!this.#child.stdin.write(frame)) await once(this.#child.stdin, 'drain');
  }

  async finish(): Promise<Uint8Array> {
    try {
      this.#child.stdin.end();
      const [code] = await once(this.#child, 'close');
      if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
      return await readFile(this.#path);
    } finally {
      await rm(this.#path, { force: true });
    }
  }
}

type Encoder = Awaited<ReturnType<typeof import('h264-mp4-encoder')['createH264MP4Encoder']>>;

class WasmEncoder implements FilmEncoder {
  readonly name = 'wasm';
  readonly #encoder: Encoder;
  readonly #rgba: Uint8Array;

  private constructor(encoder: Encoder, { width, height }: FilmFormat) {
    this.#encoder = encoder;
    this.#rgba = new Uint8Array(width * height * 4).fill(255);
  }

  static async open(format: FilmFormat): Promise<WasmEncoder> {
    const module = await import('h264-mp4-encoder');
    const encoder = await module.default.createH264MP4Encoder();
    encoder.width = format.width;
    encoder.height = format.height;
    encoder.frameRate = format.framesPerSecond;
    encoder.quantizationParameter = 23;
    encoder.speed = 8;
    encoder.groupOfPictures = format.framesPerSecond * 2;
    encoder.initialize();
    return new WasmEncoder(encoder, format);
  }

  async add(frame: Uint8Array): Promise<void> {
    const rgba = this.#rgba;
    for (let from = 0, to = 0; from < frame.length; from += 3, to += 4) {
      rgba[to] = frame[from] ?? 0;
      rgba[to + 1] = frame[from + 1] ?? 0;
      rgba[to + 2] = frame[from + 2] ?? 0;
    }
    this.#encoder.addFrameRgba(rgba);
  }

  async finish(): Promise<Uint8Array> {
    this.#encoder.finalize();
    const bytes = this.#encoder.FS.readFile(this.#encoder.outputFilename);
    this.#encoder.delete();
    return Uint8Array.from(bytes);
  }
}
