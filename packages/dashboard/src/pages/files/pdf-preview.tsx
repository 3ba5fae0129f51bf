import type { FileInfo } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { asList, asRecord } from '../../lib/read-json.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Input } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BoxesToggle } from './boxes-toggle.tsx';
import { useFilesText } from './files-text.ts';
import { openPdf } from './pdf-document.ts';
import { PdfPage } from './pdf-page.tsx';
import { ScanPage } from './scan-page.tsx';
import { useContent, useFileText } from './use-files.ts';
import { usePlace } from './use-place.ts';
import { useWords } from './use-words.ts';

/** The pages of a PDF. Those that were read by OCR show on demand what was read where. */
export function PdfPreview({ file }: { file: FileInfo }) {
  const text = useFilesText();
  const [boxes, setBoxes] = useUrlState('boxes');
  const [pageInUrl, setPage] = useUrlState('page', '1');
  const [seen, setSeen] = useState(1);
  const { place } = usePlace();
  const extracted = useFileText(file.file_id, place !== undefined);
  const quote = place && extracted.data?.slice(place.start, place.end);
  const hasScans = scannedPages(file).size > 0;
  const isOn = boxes === '1' && hasScans;
  const words = useWords(file, isOn);
  const opened = usePdf(file);
  const wanted = place?.page ?? (Number(pageInUrl) || 1);
  const host = useRef<HTMLDivElement>(null);
  const pdf = opened.data;
  const count = pdf?.numPages;
  useEffect(() => {
    if (count === undefined) return;
    const page = host.current?.querySelector(`[data-page="${wanted}"]`);
    if (wanted > 1) page?.scrollIntoView({ block: 'nearest' });
    setSeen(wanted);
  }, [wanted, count]);
  const jump = (text: string) => {
    setPage(text);
    setSeen(Number(text) || 1);
    host.current?.querySelector(`[data-page="${Number(text)}"]`)?.scrollIntoView({ block: 'start' });
  };
  const error = opened.error ?? words.error;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {hasScans && <BoxesToggle isOn={isOn} onChange={(next) => setBoxes(next ? '1' : '')} />}
        {isOn && !words.pages && !error && (
          <span role="status" className="animate-pulse text-xs text-muted">
            {text.readingBoxes}
          </span>
        )}
        {count !== undefined && count > 1 && (
          <div className="ml-auto flex items-center gap-2 text-xs text-muted">
            <span aria-hidden>{text.jumpTo}</span>
            <Input
              type="number"
              aria-label={text.jumpTo}
              min={1}
              max={count}
              value={seen}
              onChange={({ target }) => jump(target.value)}
              className="h-7! w-16! text-right tabular-nums"
            />
          </div>
        )}
      </div>
      {error && <Problem error={error} onRetry={() => words.refetch()} />}
      <section
        ref={host}
        onScroll={({ currentTarget }) => setSeen(pageInSight(currentTarget) ?? seen)}
        aria-label={text.preview}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus
        tabIndex={0}
        className="flex max-h-[80vh] flex-col gap-4 overflow-y-auto rounded-lg border bg-sunken p-2 sm:p-4"
      >
        {!pdf && !error && <Skeleton className="h-[60vh] w-full" />}
        {pdf &&
          Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((number) => {
            const scan = isOn ? words.pages?.get(number) : undefined;
            const label = text.pageImage(String(number));
            return (
              <div key={number} data-page={number} className="mx-auto w-full max-w-3xl">
                <p className="mb-1 text-xs text-muted tabular-nums">
                  {text.pageOf(String(number), String(pdf.numPages))}
                  {isOn && words.pages && !scan && ` · ${text.textLayer}`}
                </p>
                {scan ? (
                  <ScanPage page={scan} quote={place?.page === number ? quote : undefined} label={label}>
                    <PdfPage document={pdf} number={number} label={label} />
                  </ScanPage>
                ) : (
                  <PdfPage
                    document={pdf}
                    number={number}
                    label={label}
                    quote={place?.page === number ? quote : undefined}
                  />
                )}
              </div>
            );
          })}
      </section>
    </div>
  );
}

/** The page that fills most of what is seen: the last that begins above its middle. */
function pageInSight(host: HTMLElement): number | undefined {
  const middle = host.getBoundingClientRect().top + host.clientHeight / 2;
  const begun = [...host.querySelectorAll<HTMLElement>('[data-page]')].filter(
    (page) => page.getBoundingClientRect().top <= middle,
  );
  return Number(begun.at(-1)?.dataset.page) || undefined;
}

function usePdf(file: FileInfo) {
  const content = useContent(file.file_id);
  const opened = useQuery({
    queryKey: [...queryKeys.files.content(file.file_id), 'pdf'],
    enabled: content.data !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
    queryFn: ({ signal }) => openPdf(content.data ?? new Blob(), signal),
  });
  return { data: opened.data, error: content.error ?? opened.error };
}

/** Numbers of the pages whose text came by OCR. */
function scannedPages(file: FileInfo): Set<unknown> {
  const pages = asList(asRecord(file.metadata).pages).map(asRecord);
  return new Set(pages.filter(({ method }) => method !== 'text_extraction').map(({ page }) => page));
}
