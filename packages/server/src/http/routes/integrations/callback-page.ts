import type { CallbackOutcome } from '../../../features/integrations/oauth-flow.ts';

/** No script, no frame, nothing from elsewhere, and the address with its code goes nowhere. */
export const callbackPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** What a user sees after allowing or refusing access when the caller named no page of its own. */
export function callbackPage({ status, message, integrationName }: CallbackOutcome): string {
  const title =
    status === 'success' ? `${integrationName ?? 'The integration'} is connected` : 'Connecting did not work';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toHtml(title)}</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; }
  main { max-width: 26rem; padding: 2rem; text-align: center; }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  p { margin: 0; opacity: .8; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>${toHtml(title)}</h1>
<p>${toHtml(status === 'success' ? 'You can close this window.' : message)}</p>
</main>
</body>
</html>
`;
}

function toHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
