import type { FileInfo } from '@parley/sdk';
import { AudioLines, Braces, File as FileIcon, FileText, Film, Image, Mail, Sheet } from 'lucide-react';

const icons = {
  pdf: FileText,
  image: Image,
  spreadsheet: Sheet,
  document: FileText,
  json: Braces,
  audio: AudioLines,
  video: Film,
};

/** What a file is, as an icon. The word stands beside it. */
export function KindIcon({ file }: { file: Pick<FileInfo, 'kind' | 'media_type'> }) {
  const Icon = file.media_type === 'message/rfc822' ? Mail : file.kind ? icons[file.kind] : FileIcon;
  return <Icon aria-hidden className="size-4 shrink-0 text-muted" />;
}
