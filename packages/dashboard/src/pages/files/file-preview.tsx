import type { FileInfo } from '@parley/sdk';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FileTextTab } from './file-text-tab.tsx';
import { ImagePreview } from './image-preview.tsx';
import { JsonPreview } from './json-preview.tsx';
import { MailPreview } from './mail-preview.tsx';
import { SheetPreview } from './sheet-preview.tsx';

const PdfPreview = lazy(async () => ({ default: (await import('./pdf-preview.tsx')).PdfPreview }));

/** A file as its kind is best looked at. */
export function FilePreview({ file }: { file: FileInfo }) {
  if (file.media_type === 'message/rfc822') return <MailPreview file={file} />;
  switch (file.kind) {
    case 'pdf':
      return (
        <Suspense fallback={<Skeleton className="h-[75vh] w-full" />}>
          <PdfPreview file={file} />
        </Suspense>
      );
    case 'image':
      return <ImagePreview file={file} />;
    case 'spreadsheet':
      return <SheetPreview file={file} />;
    case 'json':
      return <JsonPreview file={file} />;
    case 'document':
    case 'audio':
    case 'video':
    case null:
      return <FileTextTab file={file} />;
  }
}
