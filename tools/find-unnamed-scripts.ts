interface Lockfile {
  packages: Record<string, { hasInstallScript?: boolean; version?: string }>;
}

/** What stands between the install scripts in a lockfile and the list of those that were looked at; empty when they agree. */
export function findUnnamedScripts(lockfile: Lockfile, manifest: { allowScripts?: Record<string, boolean> }): string[] {
  const named = manifest.allowScripts ?? {};
  // The workspace's own script stands in package.json for everyone to see.
  const found = Object.entries(lockfile.packages).filter(
    ([path, { hasInstallScript }]) => path !== '' && hasInstallScript,
  );
  const names = new Set(found.map(([path]) => nameOf(path)));
  return [
    ...found
      .filter(([path]) => !Object.hasOwn(named, nameOf(path)))
      .map(([path, { version }]) => `${path} ${version} has an install script and is not named in allowScripts`),
    ...Object.keys(named)
      .filter((name) => !names.has(name))
      .map((name) => `allowScripts names ${name}, which has no install script in the lockfile`),
  ];
}

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path;
