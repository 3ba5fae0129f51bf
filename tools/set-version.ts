import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives everything that is released one version, and what is unreleased in the changelog its heading: `node tools/set-version.ts 0.2.0`.
 * With `--check 0.2.0` it only tells which do not have that one. Then commit, and push the tag `v0.2.0`: `.github/workflows/release.yml` publishes it. One version for the service, the command line
 * and both client libraries, since they are written from one contract.
 */
export function setVersion(root: string, version: string, date: string): string[] {
  if (!/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))
    throw new Error(`${version} is no version such as 0.2.0 or 0.2.0-beta.1`);
  const old = versionsIn(root)['package.json'] ?? '';
  const changed: string[] = [];
  const rewrite = (file: string, change: (text: string) => string) => {
    const text = readFileSync(join(root, file), 'utf8');
    const written = change(text);
    if (written === text) throw new Error(`${file} does not hold version ${old}`);
    writeFileSync(join(root, file), written);
    changed.push(file);
  };
  for (const file of manifestsIn(root)) {
    rewrite(file, (text) =>
      text.replaceAll(/^(\s*"(?:version|@parley\/[^"]+)": ")([^"]+)(")/gm, (line, before, found, after) =>
        found === old ? `${before}${version}${after}` : line,
      ),
    );
  }
  rewrite('package-lock.json', (text) => lockWith(text, old, version));
  rewrite('clients/python/pyproject.toml', (text) => text.replace(`\nversion = "${old}"`, `\nversion = "${version}"`));
  rewrite('deploy/helm/parley/Chart.yaml', (text) => text.replaceAll(/^(version|appVersion): .+$/gm, `$1: ${version}`));
  rewrite('docs/openapi.json', (text) => text.replace(`    "version": "${old}"`, `    "version": "${version}"`));
  rewrite('packages/server/src/lib/version.ts', (text) => text.replace(`'${old}'`, `'${version}'`));
  rewrite('docs/guides/sdk.md', (text) => text.replaceAll(`parley-sdk-${old}.tgz`, `parley-sdk-${version}.tgz`));
  rewrite('docs/guides/deploy-systemd.md', (text) => text.replace(`version=${old}\n`, `version=${version}\n`));
  rewrite('CHANGELOG.md', (text) => text.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} – ${date}`));
  return changed;
}

/** The version that each file states. */
export function versionsIn(root: string): Record<string, string> {
  const stated = manifestsIn(root).map((file) => {
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    return [file, version];
  });
  const python =
    /^version = "(.+)"$/m.exec(readFileSync(join(root, 'clients/python/pyproject.toml'), 'utf8'))?.[1] ?? '';
  const service = /'(.+)'/.exec(readFileSync(join(root, 'packages/server/src/lib/version.ts'), 'utf8'))?.[1] ?? '';
  const [, chart = ''] =
    /^appVersion: (.+)$/m.exec(readFileSync(join(root, 'deploy/helm/parley/Chart.yaml'), 'utf8')) ?? [];
  return Object.fromEntries([
    ...stated,
    ['deploy/helm/parley/Chart.yaml', chart],
    ['clients/python/pyproject.toml', python],
    ['packages/server/src/lib/version.ts', service],
  ]);
}

function manifestsIn(root: string): string[] {
  const files = execFileSync('git', ['ls-files', 'package.json', '*/package.json', 'server.json'], {
    cwd: root,
    encoding: 'utf8',
  });
  return files.split('\n').filter((file) => /^(package|server|(packages|engines)\/[^/]+\/package)\.json$/.test(file));
}

/** Only what stands in this repository: the version of a package of somebody else may be the same. */
function lockWith(text: string, old: string, version: string): string {
  const lock: { version: string; packages: Record<string, Record<string, unknown>> } = JSON.parse(text);
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules')) continue;
    if (entry.version === old) entry.version = version;
    for (const kind of ['dependencies', 'devDependencies']) {
      const list: Record<string, unknown> = Object(entry[kind]);
      for (const name of Object.keys(list)) if (name.startsWith('@parley/')) list[name] = version;
    }
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const [first = '', version = ''] = process.argv.slice(2);
  if (first === '--check') {
    const others = Object.entries(versionsIn(root)).filter(([, stated]) => stated !== version);
    for (const [file, stated] of others) console.error(`${file} has version ${stated}, not ${version}`);
    process.exitCode = others.length === 0 ? 0 : 1;
  } else console.log(setVersion(root, first, new Date().toISOString().slice(0, 10)).join('\n'));
}
