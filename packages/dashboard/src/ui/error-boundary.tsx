import { Component, type ReactNode, useEffect, useState } from 'react';
import { stored } from '../lib/stored.ts';
import { Button } from './button.tsx';
import { useUiText } from './ui-text.ts';

interface Props {
  children: ReactNode;
}

/** Catches what a page throws while it draws, so that the rest stays usable. Give it a `key` that changes with the page. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === null ? this.props.children : <BrokenPage error={this.state.error} />;
  }
}

/** What is shown in the place of a page that broke. */
export function BrokenPage({ error }: { error: unknown }) {
  const text = useUiText();
  const isAway = useIsAway(error);
  if (isAway) {
    return (
      <div role="alert" className="mx-auto flex max-w-lg flex-col items-start gap-3 py-16">
        <h1 className="text-xl font-semibold">{text.offline}</h1>
        <p className="text-muted">{text.offlineHint}</p>
        <Button onClick={() => location.reload()}>{text.tryAgain}</Button>
      </div>
    );
  }
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-start gap-3 py-16">
      <h1 className="text-xl font-semibold">{text.pageBroke}</h1>
      <p className="text-muted">{text.pageBrokeHint}</p>
      <pre className="w-full overflow-auto rounded-md border bg-sunken p-3 font-mono text-xs">{String(error)}</pre>
      <Button onClick={() => location.reload()}>{text.reload}</Button>
    </div>
  );
}

const lookEveryMs = 3_000;
/** A page that cannot be fetched twice within so long, of a service that answers, is broken and not away. */
const reloadedMs = 20_000;

/** The code of a page could not be fetched: nobody answers, or it was built anew. */
export class PageNotFetched extends Error {}

/** Whether the code of a page could not be fetched. Once the service can be reached, the page is opened anew. */
function useIsAway(error: unknown): boolean {
  const isNotFetched = error instanceof PageNotFetched;
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    if (!isNotFetched || isBroken) return;
    const look = async () => {
      const reply = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
      if (!reply?.ok) return;
      if (Date.now() - Number(reloadedAt.get()) < reloadedMs) return setIsBroken(true);
      reloadedAt.set(String(Date.now()));
      location.reload();
    };
    void look();
    const timer = setInterval(look, lookEveryMs);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }, [isNotFetched, isBroken]);
  return isNotFetched && !isBroken;
}

const reloadedAt = stored<string>('reloaded', (text) => text ?? '0');
