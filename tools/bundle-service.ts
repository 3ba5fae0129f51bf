import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/**
 * Puts the modules that a start of the service needs together in one file under `dist/bundle`: two thousand files take longer to
 * find and link than to run. So do those of the reader's threads, of which the first call starts one. What is imported on demand stays a file of its own, or where npm put it. Worker processes keep their
 * modules under `dist/packages` and `dist/engines`, and so does whatever a module finds by its own place.
 */
export async function bundleService(dist: string): Promise<void> {
  const folder = join(dist, 'bundle');
  rmSync(folder, { recursive: true, force: true });
  await bundle('service', join(dist, 'packages/server/src/main.js'), folder);
  await bundle('reader', join(dist, 'packages/server/src/adapters/reader/reader-thread.js'), join(folder, 'reader'));
}

async function bundle(name: string, entry: string, folder: string): Promise<void> {
  const build = await rolldown({
    input: { [name]: entry },
    platform: 'node',
    plugins: [requireInside(), keepPlaces(folder), leaveOnDemand(), escapeWide()],
    onLog: (level, log, report) => {
      if (level === 'warn') throw new Error(`rolldown: ${log.message}`);
      report(level, log);
    },
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    comments: false,
    // Blanks go; names stay, for those who read a stack.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  writeFileSync(entry, startOf(relative(dirname(entry), folder), name));
}

/** From the second start on the code need not be compiled again, where the folder can be written. Threads are ended before they write it. */
function startOf(bundle: string, name: string): string {
  return `import { enableCompileCache, flushCompileCache } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '${bundle}/.cache'));
await import('${bundle}/${name}.js');
if (!isMainThread) flushCompileCache();
`;
}

/** What a module requires when it needs it is in the file too, and runs no sooner. */
function requireInside(): Plugin {
  return {
    name: 'require-inside',
    transform(code, id) {
      const own = /^const require = createRequire\(import\.meta\.url\);$/m;
      return id.includes('/node_modules/') || !own.test(code) ? null : code.replace(own, '');
    },
  };
}

/** A module goes on knowing where it lies under `dist`, although its code stands in another file. */
function keepPlaces(folder: string): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import.meta.')) return null;
      const place = JSON.stringify(`/${relative(folder, dirname(id))}`);
      const file = JSON.stringify(relative(folder, id));
      return code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${place})`)
        .replaceAll('import.meta.url', `new URL(${file}, import.meta.url).href`);
    },
  };
}

/** What one call needs for the first time is found and linked while all others wait: of several hundred files a quarter of a second, of one a third of it. */
const gathered = /^(@modelcontextprotocol|@simplewebauthn|openid-client)\b/;

/** Other packages that are imported when they are needed, a driver of a database for one, stay where npm put them. */
function leaveOnDemand(): Plugin {
  return {
    name: 'leave-on-demand',
    resolveDynamicImport(specifier) {
      if (typeof specifier !== 'string' || specifier.startsWith('.') || gathered.test(specifier)) return null;
      return { id: specifier, external: true };
    },
  };
}

/** One letter beyond Latin 1 would have V8 keep every letter of the file in two bytes. */
function escapeWide(): Plugin {
  return {
    name: 'escape-wide',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        // There the escape would say something else.
        const odd = /\\[^\0-\xff]|String\.raw`[^`]*[^\0-\xff]/.exec(chunk.code);
        if (odd) throw new Error(`${chunk.fileName}: ${odd[0]} cannot be written in Latin 1`);
        chunk.code = chunk.code.replaceAll(
          /[^\0-\xff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
      }
    },
  };
}
