import type { FileInfo } from '@parley/sdk';
import { useEffect, useState } from 'react';
import { asNumber, asRecord } from '../../lib/read-json.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BoxesToggle } from './boxes-toggle.tsx';
import { useFilesText } from './files-text.ts';
import { ScanPage } from './scan-page.tsx';
import { useContent, useFileText } from './use-files.ts';
import { usePlace } from './use-place.ts';
import { useWords } from './use-words.ts';

/** A picture, with boxes around what was read in it on demand. */
export function ImagePreview({ file }: { file: FileInfo }) {
  const text = useFilesText();
  const [boxes, setBoxes] = useUrlState('boxes');
  const { place, clear } = usePlace();
  const isOn = boxes === '1' || place !== undefined;
  const content = useContent(file.file_id);
  const url = useObjectUrl(content.data);
  const words = useWords(file, isOn);
  const extracted = useFileText(file.file_id, place !== undefined);
  const { width, height } = asRecord(file.metadata);
  const aspectRatio = `${asNumber(width) ?? 4} / ${asNumber(height) ?? 3}`;
  const page = words.pages?.get(1);
  const error = content.error ?? words.error;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <BoxesToggle
          isOn={isOn}
          onChange={(next) => {
            setBoxes(next ? '1' : '');
            if (!next) clear();
          }}
        />
        {isOn && !page && !error && (
          <span role="status" className="animate-pulse text-xs text-muted">
            {text.readingBoxes}
          </span>
        )}
      </div>
      {error && <Problem error={error} onRetry={() => words.refetch()} />}
      {isOn && page ? (
        <ScanPage page={page} label={file.filename} quote={place && extracted.data?.slice(place.start, place.end)}>
          {url && <img src={url} alt={file.filename} className="absolute inset-0 size-full" />}
        </ScanPage>
      ) : (
        <div className="relative overflow-hidden rounded-lg border bg-surface" style={{ aspectRatio }}>
          {url ? (
            <img src={url} alt={file.filename} className="absolute inset-0 size-full object-contain" />
          ) : (
            <Skeleton className="absolute inset-0" />
          )}
        </div>
      )}
    </div>
  );
}

/** An address for bytes, given back when they are no longer shown. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
