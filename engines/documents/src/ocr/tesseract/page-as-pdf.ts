import type { GrayRaster } from '../ocr-engine.ts';

/**
 * A PDF of one page with the picture as it is, uncompressed: LiteParse turns every other kind of picture into a PDF
 * first, which takes longer than this by a third of the time of an empty page.
 */
export function pageAsPdf(picture: GrayRaster, dpi: number): Buffer {
  const width = ((picture.width * 72) / dpi).toFixed(4);
  const height = ((picture.height * 72) / dpi).toFixed(4);
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /P Do Q`;
  const image = `/Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  const objects: { head: string; stream?: Uint8Array }[] = [
    { head: '<< /Type /Catalog /Pages 2 0 R >>' },
    { head: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    {
      head: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /XObject << /P 5 0 R >> >> /Contents 4 0 R >>`,
    },
    { head: `<< /Length ${drawing.length} >>`, stream: Buffer.from(drawing) },
    { head: `<< /Type /XObject /Subtype /Image ${image} /Length ${picture.data.length} >>`, stream: picture.data },
  ];
  const parts: Uint8Array[] = [];
  const places: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  write('%PDF-1.4\n');
  for (const [index, { head, stream }] of objects.entries()) {
    places.push(length);
    write(`${index + 1} 0 obj\n${head}\n`);
    if (stream) {
      write('stream\n');
      write(stream);
      write('\nendstream\n');
    }
    write('endobj\n');
  }
  const start = length;
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`);
  write(`trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts, length);
}
