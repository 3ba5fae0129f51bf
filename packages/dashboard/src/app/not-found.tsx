import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { useShellText } from './shell-text.ts';

export function NotFound() {
  const text = useShellText();
  usePageTitle(text.notFound);
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-2 px-4 py-20">
      <p className="font-mono text-sm text-muted">404</p>
      <h1 className="text-xl font-semibold">{text.notFound}</h1>
      <p className="text-muted">{text.notFoundHint}</p>
      <Link to="/" className={`${buttonClass('primary')} mt-2`}>
        {text.toHome}
      </Link>
    </main>
  );
}
