import type { Page } from 'playwright-core';

const width = 1240;
const height = 1754;

/** A PDF of one page that is a picture of these lines, as a scanner makes it. Drawn in the browser, so that no file is kept for it. */
export async function scannedPdf(page: Page, lines: readonly string[]): Promise<Buffer> {
  const address = await page.evaluate(
    ({ lines, width, height }) => {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas');
      context.fillStyle = '#f8f8f8';
      context.fillRect(0, 0, width, height);
      context.fillStyle = '#222';
      context.font = '34px "DejaVu Sans", sans-serif';
      lines.forEach((line, index) => {
        context.fillText(line, 120, 180 + index * 70);
      });
      return canvas.toDataURL('image/jpeg', 0.9);
    },
    { lines, width, height },
  );
  return pdfOf(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
}

function pdfOf(jpeg: Buffer): Buffer {
  const draw = 'q 595 0 0 842 0 0 cm /P Do Q';
  const objects: Array<[head: string, stream?: Buffer]> = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /XObject << /P 4 0 R >> >> >>',
    ],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    ],
    [`<< /Length ${draw.length} >>`, Buffer.from(draw)],
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach(([head, stream], index) => {
    offsets.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n${head}\n`));
    if (stream) add(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]));
    add(Buffer.from('endobj\n'));
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const tail = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(tail)]);
}
