import { findRules } from './find-rules.ts';
import { keepHonest } from './honesty.ts';
import { layOutLines } from './lay-out-lines.ts';
import { dropLoneCharacter } from './lone-character.ts';
import { textOf } from './order-lines.ts';
import { decodeImage, encodeJpeg, hasInk, toGray } from './page-pixels.ts';
import type { PageReading, ReadingTask } from './page-reading.ts';
import { type PageEngines, readPage } from './read-page.ts';
import { tightenWords } from './tighten-words.ts';

/** From an encoded image to a laid-out page. Runs in a worker process. */
export async function readImageTask(task: ReadingTask, engines: PageEngines): Promise<PageReading> {
  const decoded = await decodeImage(task.image, task.page);
  const { raster, lines: read } = await readPage(decoded, engines);
  const gray = toGray(raster);
  const lines = tightenWords(dropLoneCharacter(keepHonest(read), gray), gray);
  const { blocks, markdown, text } = layOutLines(lines, raster.width, raster.height, findRules(gray, lines));
  const letters = lines.reduce((sum, line) => sum + textOf(line).length, 0);
  const sure = lines.reduce((sum, line) => sum + line.confidence * textOf(line).length, 0);
  return {
    pages: decoded.pages,
    markdown,
    text,
    confidence: letters === 0 ? 0 : Math.round((sure / letters) * 1000) / 1000,
    width: raster.width,
    height: raster.height,
    blocks,
    lines: lines.map((line) => ({ text: textOf(line), confidence: line.confidence })),
    isBlank: !hasInk(gray),
    model: lines[0]?.engine ?? (engines.lines ?? engines.pages).id,
    jpeg: task.withImage ? await encodeJpeg(raster) : null,
  };
}
