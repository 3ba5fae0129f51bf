// Runs after every install of this project (plain JavaScript, for any Node). What packages bring and nothing here ever reads is removed,
// 430 MB in all: binaries of onnxruntime for other platforms, a parser of PDFs that is there twice, headers of Node for compilers, and the data of a language for Tesseract
// where the better data of the same package is used (`findTesseractData`).
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = join(fileURLToPath(new URL('.', import.meta.url)), '../node_modules');

say(`onnxruntime-node: kept ${process.platform}/${process.arch}, removed`, pruneRuntimes(), 'other builds');
say('node: removed', pruneHeaders(), 'folders of headers');
say('recheck: removed', pruneCheckers(), 'builds beside the one in JavaScript');
say('@llamaindex/liteparse: removed', pruneParsers(), 'files of a build that stands in a package of its own');
say('@tesseract.js-data: removed', pruneLanguages(), 'languages in a second form');

/** Of this platform and its processor all stays. */
function pruneRuntimes() {
  const binaries = join(modules, 'onnxruntime-node/bin');
  const needless = foldersOf(binaries).flatMap((version) => {
    const own = join(binaries, version, process.platform, process.arch);
    // A platform without a build of its own: nothing is known to be needless.
    if (!existsSync(own)) return [];
    return foldersOf(join(binaries, version)).flatMap((platform) =>
      foldersOf(join(binaries, version, platform))
        .map((processor) => join(binaries, version, platform, processor))
        .filter((folder) => folder !== own),
    );
  });
  return remove(needless);
}

function pruneHeaders() {
  const builds = join(modules, 'node/node_modules');
  return remove(foldersOf(builds).map((build) => join(builds, build, 'include')));
}

/** The check of patterns uses the one in JavaScript, on every platform. */
function pruneCheckers() {
  const builds = foldersOf(modules).filter((name) => /^recheck-(?:jar|linux|macos|windows)/.test(name));
  return remove(builds.map((name) => join(modules, name)));
}

/** The package of this platform is looked for first; what lies in the main one would be read where there is none. */
function pruneParsers() {
  const parsers = join(modules, '@llamaindex');
  const own = `liteparse-${process.platform}-${process.arch}`;
  if (!foldersOf(parsers).some((name) => name === own || name.startsWith(`${own}-`))) return 0;
  const main = join(parsers, 'liteparse');
  const files = readdirSync(main).filter((name) => /^(?:liteparse\..+\.node|libpdfium\.\w+)$/.test(name));
  return remove(files.map((name) => join(main, name)));
}

function pruneLanguages() {
  const data = join(modules, '@tesseract.js-data');
  const doubled = foldersOf(data).filter((language) => existsSync(join(data, language, '4.0.0_best_int')));
  return remove(doubled.map((language) => join(data, language, '4.0.0')));
}

/** How many of them were there. @param {string[]} folders */
function remove(folders) {
  const present = folders.filter((folder) => existsSync(folder));
  for (const folder of present) rmSync(folder, { recursive: true, force: true });
  return present.length;
}

/** @param {string} folder */
function foldersOf(folder) {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory()).map((one) => one.name) : [];
}

/** @param {string} before @param {number} count @param {string} after */
function say(before, count, after) {
  if (count > 0) console.log(`${before} ${count} ${after}`);
}
