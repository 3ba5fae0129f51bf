// Runs after every install of this project (plain JavaScript, for any Node): onnxruntime-node ships its binaries for six platforms
// in one package, 290 MB, of which one is used. The others are removed: of this platform and its processor all stays.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageFolder = join(fileURLToPath(new URL('.', import.meta.url)), '../node_modules/onnxruntime-node');
const binaries = join(packageFolder, 'bin');
let removed = 0;
for (const version of foldersOf(binaries)) {
  const own = join(binaries, version, process.platform, process.arch);
  // A platform without a build of its own: nothing is known to be needless.
  if (!existsSync(own)) continue;
  for (const platform of foldersOf(join(binaries, version))) {
    for (const processor of foldersOf(join(binaries, version, platform))) {
      const folder = join(binaries, version, platform, processor);
      if (folder === own) continue;
      rmSync(folder, { recursive: true, force: true });
      removed++;
    }
  }
}
if (removed > 0) console.log(`onnxruntime-node: kept ${process.platform}/${process.arch}, removed ${removed} other builds`);

/** @param {string} folder */
function foldersOf(folder) {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory()).map((one) => one.name) : [];
}
