import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

const delayMs = 300;
const gapPx = 5;
const edgePx = 8;

interface Place {
  left: number;
  top: number;
  isBelow: boolean;
}

/** A few words about what is under the pointer or has the focus. Never the only place of what must be known. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  const id = useId();
  const host = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [place, setPlace] = useState<Place | null>(null);
  const hide = () => {
    clearTimeout(timer.current);
    setPlace(null);
  };
  const show = (afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPlace(placeAt(host.current?.firstElementChild ?? null)), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!place) return;
    const about = host.current?.firstElementChild;
    about?.setAttribute('aria-describedby', id);
    // Its place is that of a moment: what moves the page ends it, as Escape does.
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setPlace(null);
    const onScroll = () => setPlace(null);
    addEventListener('keydown', onKey);
    addEventListener('scroll', onScroll, true);
    return () => {
      about?.removeAttribute('aria-describedby');
      removeEventListener('keydown', onKey);
      removeEventListener('scroll', onScroll, true);
    };
  }, [place, id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it has the role; this only hears of the pointer
    <span
      ref={host}
      className="contents"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show(delayMs)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {children}
      {place &&
        createPortal(
          <span
            role="tooltip"
            id={id}
            style={{ left: place.left, top: place.top, transform: `translate(-50%, ${place.isBelow ? '0' : '-100%'})` }}
            className="pointer-events-none fixed z-50 w-max max-w-72 rounded-md border bg-raised px-2.5 py-1.5 text-xs text-ink shadow-raised"
          >
            {content}
          </span>,
          document.body,
        )}
    </span>
  );
}

/** Above what it is about, else below it; half of its widest width stays within the window. */
function placeAt(element: Element | null): Place | null {
  if (!element?.isConnected) return null;
  const { left, width, top, bottom } = element.getBoundingClientRect();
  const half = Math.min(144, innerWidth / 2 - edgePx);
  const isBelow = top < 48;
  const middle = Math.min(Math.max(left + width / 2, half * 0.6 + edgePx), innerWidth - half * 0.6 - edgePx);
  return { left: middle, top: isBelow ? bottom + gapPx : top - gapPx, isBelow };
}
