import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readWeights, weightsFolder } from './index.ts';

it('gives what was measured, and refuses a damaged or missing file', async () => {
  expect((await readWeights('ocr/characters.txt')).toString('utf8').split('\n')).toHaveLength(18_708);
  const folder = mkdtempSync(join(tmpdir(), 'weights-'));
  try {
    await expect(readWeights('ocr/direction.onnx', folder)).rejects.toThrow('ENOENT');
    mkdirSync(join(folder, 'ocr'));
    copyFileSync(join(weightsFolder, 'ocr/direction.onnx'), join(folder, 'ocr/direction.onnx'));
    expect((await readWeights('ocr/direction.onnx', folder)).length).toBe(585_532);
    writeFileSync(join(folder, 'ocr/direction.onnx'), 'half a clone');
    await expect(readWeights('ocr/direction.onnx', folder)).rejects.toThrow('direction.onnx is damaged');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
