import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../../..');

it('tells the runtime to report nothing before it is loaded, in a process that says nothing about it', () => {
  const { ORT_DISABLE_TELEMETRY: _, ...env } = process.env;
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name === 'onnxruntime-node') console.log('loaded with', process.env.ORT_DISABLE_TELEMETRY);
      return next(name, context);
    } });
    const { loadPpOcrModels } = await import(${JSON.stringify(join(import.meta.dirname, 'onnx-models.ts'))});
    await loadPpOcrModels();`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
  expect(said.trim()).toBe('loaded with 1');
});

it('is the only place that loads the runtime', () => {
  const loading = ['packages', 'engines']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)),
    )
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules') && !path.endsWith('.test.ts'))
    .filter((path) =>
      /^(?!.*import type).*(import\(|from |require\()\s*'onnxruntime-node'/m.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    );
  expect(loading).toEqual(['engines/weights/src/open-runtime.ts']);
});
