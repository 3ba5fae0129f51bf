import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawScan } from '../../test/make-scan.ts';
import { findOrientation } from './find-orientation.ts';
import { scaleQuad } from './geometry.ts';
import type { LineOcrEngine, Quad, Raster } from './ocr-engine.ts';
import { decodeImage, resizeRaster, rotateRaster } from './page-pixels.ts';
import { PpOcrEngine } from './pp-ocr/pp-ocr-engine.ts';

const line = 'kitchen paper delivery quarter winter market copper receipt balance';

describe('a page of long lines', () => {
  let engine: LineOcrEngine;
  let page: Raster;
  beforeAll(async () => {
    const opened = await PpOcrEngine.open();
    if (!opened) throw new Error('the ONNX runtime is not installed');
    engine = opened;
    page = (await decodeImage(await drawScan(Array.from({ length: 12 }, () => line)))).raster;
  }, 120_000);
  afterAll(() => engine.close());

  const orientation = async (raster: Raster) => {
    const found = await engine.findLines(await resizeRaster(raster, 0.5));
    let linesRead = 0;
    const counting: LineOcrEngine = {
      id: engine.id,
      scripts: engine.scripts,
      findLines: (where) => engine.findLines(where),
      pageTurns: (where) => engine.pageTurns(where),
      uprightness: (where, quads) => engine.uprightness(where, quads),
      readLines: (where, quads: readonly Quad[]) => {
        linesRead += quads.length;
        return engine.readLines(where, quads);
      },
      close: async () => {},
    };
    const lines = found.map(({ quad, score }) => ({ quad: scaleQuad(quad, 2), score }));
    return { turns: await findOrientation(counting, raster, lines), linesRead };
  };

  it('is known for upright without a line being read', async () => {
    expect(await orientation(page)).toEqual({ turns: 0, linesRead: 0 });
  }, 120_000);

  it.each([
    [90, 3],
    [180, 2],
    [270, 1],
  ])(
    'that lies turned by %s degrees is turned back without a line being read',
    async (degrees, turns) => {
      expect(await orientation(await rotateRaster(page, degrees))).toEqual({ turns, linesRead: 0 });
    },
    120_000,
  );
});
