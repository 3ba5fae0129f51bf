import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { article, sitePages } from '../../packages/server/test/research/research-site.ts';

/** Writes the pages of a small ZIM file: `node tools/ci/write-zim-pages.ts DIRECTORY`. */
const directory = process.argv[2];
if (!directory) {
  console.error('usage: node tools/ci/write-zim-pages.ts DIRECTORY');
  process.exit(2);
}
mkdirSync(join(directory, 'stations'), { recursive: true });
const pages = sitePages(80);
for (const page of pages) writeFileSync(join(directory, page.path), page.html);
const list = pages.map((page) => `<li><a href="${page.path.slice(1)}">${page.title}</a></li>`).join('');
writeFileSync(
  join(directory, 'index.html'),
  article('Stations', ['All stations of this collection.'], `<ul>${list}</ul>`),
);
writeFileSync(join(directory, 'icon.png'), plainPng(48));

/** A grey square. */
function plainPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0], 8);
  const rows = Buffer.alloc(side * (side + 1), 0x80);
  for (let row = 0; row < side; row += 1) rows[row * (side + 1)] = 0;
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
