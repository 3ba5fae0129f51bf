import { Component, type ReactNode } from 'react';
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
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-start gap-3 py-16">
      <h1 className="text-xl font-semibold">{text.pageBroke}</h1>
      <p className="text-muted">{text.pageBrokeHint}</p>
      <pre className="w-full overflow-auto rounded-md border bg-sunken p-3 font-mono text-xs">{String(error)}</pre>
      <Button onClick={() => location.reload()}>{text.reload}</Button>
    </div>
  );
}
