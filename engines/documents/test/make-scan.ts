import sharp from 'sharp';

/**
 * A scanned page as a gray JPEG of 1,700 by 2,200 pixels (US Letter at 200 dots per inch) with these lines of print. A lower one, where a line or
 * two are all that is to be read, takes a share of the time.
 */
export function drawScan(lines: readonly string[], height = 2200): Promise<Buffer> {
  const print = lines.map((line, i) => `<text x="150" y="${200 + i * 60}">${line}</text>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1700" height="${height}">
    <rect width="100%" height="100%" fill="#fdfdf8"/><g font-family="serif" font-size="36">${print}</g></svg>`;
  return sharp(Buffer.from(svg)).toColourspace('b-w').jpeg({ quality: 75 }).toBuffer();
}

/** A PDF of scanned pages: a picture each (as `drawScan` gives them, of this height), and no text. */
export function makeScan(pages: readonly Buffer[], height = 2200): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const push = (part: Buffer | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const add = (id: number, ...body: (Buffer | string)[]) => {
    offsets[id] = length;
    for (const part of [`${id} 0 obj\n`, ...body, '\nendobj\n']) push(part);
  };
  push('%PDF-1.4\n');
  add(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, i) => `${3 + i * 3} 0 R`).join(' ');
  add(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  const points = Math.round(height * 0.36);
  const content = `q 612 0 0 ${points} 0 0 cm /I Do Q`;
  for (const [i, picture] of pages.entries()) {
    const id = 3 + i * 3;
    const resources = `<< /XObject << /I ${id + 1} 0 R >> >>`;
    add(
      id,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${points}] /Resources ${resources} /Contents ${id + 2} 0 R >>`,
    );
    const image = `/Type /XObject /Subtype /Image /Width 1700 /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
    add(id + 1, `<< ${image} /Filter /DCTDecode /Length ${picture.length} >>\nstream\n`, picture, '\nendstream');
    add(id + 2, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  const table = length;
  const count = 3 + pages.length * 3;
  const rows = Array.from({ length: count - 1 }, (_, i) => `${String(offsets[i + 1]).padStart(10, '0')} 00000 n \n`);
  push(`xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}`);
  push(`trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}
