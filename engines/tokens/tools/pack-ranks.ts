import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Writes `src/o200k-base.br` from the list of ranks that OpenAI publishes (MIT), as the development dependency `gpt-tokenizer`
 * carries it: `node engines/tokens/tools/pack-ranks.ts`. `token-table.ts` says what the file holds.
 */
const main = createRequire(import.meta.url).resolve('gpt-tokenizer');
const source = join(main.slice(0, main.lastIndexOf('gpt-tokenizer')), 'gpt-tokenizer/data/o200k_base.tiktoken');
const tokens = readFileSync(source, 'utf8')
  .trim()
  .split('\n')
  .map((line, at) => {
    const [token = '', rank] = line.split(' ');
    if (Number(rank) !== at) throw new Error(`line ${at + 1} of ${source}: rank ${rank} instead of ${at}`);
    return Buffer.from(token, 'base64');
  });
const count = Buffer.alloc(4);
count.writeUInt32BE(tokens.length);
const file = Buffer.concat([count, Buffer.from(tokens.map((token) => token.length)), ...tokens]);
const packed = brotliCompressSync(file, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
const target = join(dirname(import.meta.dirname), 'src/o200k-base.br');
writeFileSync(target, packed);
const longest = tokens.reduce((length, token) => Math.max(length, token.length), 0);
console.log(`${target}: ${tokens.length} tokens, longest ${longest} bytes, ${packed.length} bytes packed`);
