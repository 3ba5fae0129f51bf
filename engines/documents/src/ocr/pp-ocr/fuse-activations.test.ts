import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fuseActivations } from './fuse-activations.ts';
import { readOnnx, writeOnnx } from './onnx-graph.ts';
import { loadPpOcrModels, modelFiles, openRuntime } from './onnx-models.ts';
import { decodeFields, encodeFields, numberField } from './protobuf.ts';

const runtime = await openRuntime();

it('writes back every field of a message as it was', () => {
  const message = encodeFields([
    numberField(1, 300),
    numberField(7, 2n ** 63n),
    { number: 2, wire: 2, value: Buffer.from('text') },
  ]);
  expect(encodeFields(decodeFields(message))).toEqual(message);
  expect(decodeFields(message).map((field) => field.number)).toEqual([1, 7, 2]);
});

it.each([
  ['a number that never ends', Uint8Array.of(0x80)],
  ['a text that is cut off', Uint8Array.of(0x0a, 0x05, 0x41)],
  ['an unknown kind of field', Uint8Array.of(0x0b)],
])('refuses %s', (_what, message) => {
  expect(() => decodeFields(message)).toThrow(RangeError);
});

it.runIf(runtime)('computes the same with a third of the passes', async () => {
  const models = await loadPpOcrModels();
  if (!runtime || !models) throw new Error('the ONNX runtime is there, but not the models');
  const shapes = { detection: [1, 3, 96, 128], recognition: [1, 3, 48, 160] } as const;
  for (const name of ['detection', 'recognition'] as const) {
    const dims = shapes[name];
    const input = Float32Array.from(
      { length: 3 * dims[2] * dims[3] },
      (_, index) => Math.sin(index * 0.7) * Math.cos(index * 0.013),
    );
    const original = await runtime.InferenceSession.create(modelFiles[name]);
    const expected = await original.run({ x: new runtime.Tensor('float32', input, [...dims]) });
    const wanted = expected[original.outputNames[0] ?? '']?.data;
    const { data } = await models[name].run(input, dims);
    if (!(wanted instanceof Float32Array)) throw new Error('no floats');
    expect(data.length).toBe(wanted.length);
    const furthest = data.reduce((most, value, index) => Math.max(most, Math.abs(value - (wanted[index] ?? 0))), 0);
    expect(furthest).toBeLessThan(1e-4);
    await original.release();
  }
  const before = readOnnx(await readFile(modelFiles.recognition));
  const after = fuseActivations(before);
  expect(after.nodes.length).toBeLessThan(before.nodes.length - 5 * 28);
  expect(readOnnx(writeOnnx(after)).nodes).toEqual(after.nodes);
});
