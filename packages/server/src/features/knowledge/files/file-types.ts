import { plainTextNames } from '@parley/documents';
import { AppError } from '../../../lib/app-error.ts';

/** Extensions of what can be read. A file without an extension is judged by its content alone. */
const supported = new Set(
  `pdf png jpg jpeg gif webp tif tiff bmp avif heic heif svg csv tsv tab xlsx xls xlsm xlsb ods json jsonl ndjson geojson md markdown rtf docx doc odt
   pptx ppt odp html htm xhtml xml eml msg epub zip mp3 mpga wav m4a m4b aac ogg oga opus flac webm mp4 m4v mov`.split(
    /\s+/,
  ),
);

/** Throws `unsupported_file_type` for a name that no supported kind of file has. */
export function checkFileType(filename: string): void {
  const extension = /\.([^.\\/\s]{1,20})$/.exec(filename.trim())?.[1]?.toLowerCase();
  if (extension === undefined || supported.has(extension) || plainTextNames.has(extension) || !/[a-z]/.test(extension))
    return;
  throw new AppError(
    'unsupported_file_type',
    `Files of type .${extension} cannot be read. Supported are PDF, PNG, JPEG, GIF, WebP, TIFF, BMP, AVIF, HEIC, SVG, CSV, TSV, Excel, ODS, JSON, JSON Lines, TXT, Markdown, RTF, DOCX, DOC, ODT, PPTX, PPT, ODP, HTML, XML, EML, MSG, EPUB, ZIP, sound and video as MP3, WAV, M4A, AAC, OGG, FLAC, WebM, MP4 and MOV, and plain text such as INI, YAML, TOML, SRT and source code.`,
    { title: `Unsupported file type: .${extension}` },
  );
}

const mediaTypePattern = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** A declared media type without its parameters; null for what is none or says nothing. */
export function declaredMediaType(declared: string | undefined): string | null {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  return mediaTypePattern.test(type) && type !== 'application/octet-stream' ? type : null;
}
