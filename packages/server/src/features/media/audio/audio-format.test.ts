import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { flac, mp3, mp4, ogg, wav, webm } from '../../../../test/sound-samples.ts';
import { audioFormatOf, readAudioFormat } from './audio-format.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-sound-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (bytes: Buffer) => {
  const path = join(folder, 'sound');
  writeFileSync(path, bytes);
  return readAudioFormat(path);
};

describe('formats of sound', () => {
  it.each([
    ['wav', wav(3), 'audio/wav', 3],
    ['flac', flac(7), 'audio/flac', 7],
    ['ogg', ogg(11), 'audio/ogg', 11],
    ['mp3', mp3(1000), 'audio/mpeg', (1000 * 1152) / 44_100],
    ['mp4', mp4('M4A', 12), 'audio/mp4', 12],
    ['mp4', mp4('isom', 75), 'video/mp4', 75],
    ['mp4', mp4('qt', 5), 'video/mp4', 5],
    ['webm', webm('A_OPUS'), 'audio/webm', null],
    ['webm', webm('V_VP9'), 'video/webm', null],
  ])('%s says what it is and how long', async (name, bytes, mediaType, seconds) => {
    expect(await read(bytes)).toMatchObject({ name, mediaType, seconds });
  });

  it.each([
    ['text in UTF-16', Buffer.from('\uFEFFHello there, this is a text.', 'utf16le')],
    ['a text about tags', Buffer.from('ID3 tags are what players show.')],
    ['HEIC', mp4('heic', 1)],
    ['AVIF', mp4('avif', 1)],
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['nothing', Buffer.alloc(0)],
  ])('%s is no sound', (_, bytes) => {
    expect(audioFormatOf(bytes, bytes.length)).toBeNull();
  });

  it('tells no length where the container is cut or says nothing', async () => {
    expect(await read(mp4('isom', 0))).toMatchObject({ seconds: null });
    expect(await read(mp4('isom', 9).subarray(0, 200))).toMatchObject({ seconds: null });
    expect(await read(ogg(9).subarray(0, 40))).toMatchObject({ name: 'ogg', seconds: null });
    expect(await read(mp3(10).subarray(0, 150))).toMatchObject({ name: 'mp3', seconds: null });
  });
});
