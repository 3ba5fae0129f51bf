import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Problem } from '../../ui/problem.tsx';
import { boxesOfQuote, type PDFDocumentProxy } from './pdf-document.ts';

export interface PdfPageProps {
  document: PDFDocumentProxy;
  /** From 1. */
  number: number;
  label: string;
  /** Marked where it stands. */
  quote?: string | undefined;
}

const a4 = 210 / 297;
/** Pages this far from what is seen are drawn already. */
const nearby = '800px';

/** One page; drawn when it comes near, forgotten when it goes, so that long documents stay light. */
export function PdfPage({ document, number, label, quote }: PdfPageProps) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(host);
  const page = useQuery({
    queryKey: ['pdf-page', document.fingerprints[0], number],
    queryFn: () => document.getPage(number),
    enabled: isNear,
    retry: false,
    structuralSharing: false,
    gcTime: 30_000,
  });
  const marks = useQuery({
    queryKey: ['pdf-quote', document.fingerprints[0], number, quote],
    queryFn: () => (page.data && quote !== undefined ? boxesOfQuote(page.data, quote) : []),
    enabled: page.data !== undefined && quote !== undefined,
  });
  useEffect(() => {
    const element = canvas.current;
    if (!page.data || !element || !isNear) return;
    const { width } = page.data.getViewport({ scale: 1 });
    const scale = ((host.current?.clientWidth ?? width) / width) * Math.min(2, devicePixelRatio);
    const viewport = page.data.getViewport({ scale });
    element.width = viewport.width;
    element.height = viewport.height;
    const task = page.data.render({ canvas: element, viewport });
    // A page that goes out of sight while it is drawn is no failure.
    task.promise.catch(() => {});
    return () => task.cancel();
  }, [page.data, isNear]);
  const viewport = page.data?.getViewport({ scale: 1 });
  const boxes = quote === undefined ? [] : (marks.data ?? []);
  return (
    <div
      ref={host}
      className="relative overflow-hidden rounded-md border bg-white shadow-card"
      style={{ aspectRatio: viewport ? viewport.width / viewport.height : a4 }}
    >
      {isNear && <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0 size-full" />}
      {boxes.map(({ left, top, width, height }, index) => (
        <span
          key={`${left}-${top}`}
          {...(index === 0 && { 'data-first': true })}
          ref={(element) => {
            if (index === 0) element?.scrollIntoView({ block: 'center' });
          }}
          className="absolute rounded-sm bg-(--highlight) mix-blend-multiply"
          style={{ left: `${left * 100}%`, top: `${top * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` }}
        />
      ))}
      {page.error && <Problem error={page.error} />}
    </div>
  );
}

function useIsNear(host: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!host.current) return;
    const observer = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting ?? false), {
      rootMargin: nearby,
    });
    observer.observe(host.current);
    return () => observer.disconnect();
  }, [host]);
  return isNear;
}
