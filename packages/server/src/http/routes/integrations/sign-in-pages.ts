import type { CallbackOutcome } from '../../../features/integrations/oauth/oauth-flow.ts';

/** No script, no frame, nothing from elsewhere, and the address with its code goes nowhere. */
export const signInPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** What a user sees after allowing or refusing access when there is no page of the caller's to be sent to without asking. */
export function outcomePage({ status, message, integrationName, redirectTo }: CallbackOutcome): string {
  const title =
    status === 'success' ? `${integrationName ?? 'The integration'} is connected` : 'Connecting did not work';
  const text = status === 'success' ? 'You can close this window.' : message;
  const link =
    redirectTo === null ? '' : `<p><a href="${toHtml(redirectTo)}">Go on to ${toHtml(hostOf(redirectTo))}</a></p>`;
  return htmlPage(title, `<p>${toHtml(text)}</p>${link}`);
}

/** What a user is asked before an account is connected: whoever was sent a stranger's link sees whose it is. */
export function askPage(question: {
  integrationName: string;
  workspaceName: string;
  userId: string;
  action: string;
}): string {
  const { integrationName, workspaceName, userId, action } = question;
  return htmlPage(
    `Connect your ${integrationName} account?`,
    `<p>It will be connected to the user <b>${toHtml(userId)}</b> of <b>${toHtml(workspaceName)}</b>, who can then use it there.</p>
<p>Go on only if that is you, and if you have just asked for it. Otherwise close this window.</p>
<form method="post" action="${toHtml(action)}"><button>Connect</button></form>`,
  );
}

/** Sends the browser on. A redirect would be held to the policy of the page before, which lets forms go to us only. */
export function goOnPage(url: string): string {
  const address = toHtml(url);
  return htmlPage(
    'One moment',
    `<p><a href="${address}">Go on</a></p>`,
    `<meta http-equiv="refresh" content="0;url=${address}">\n`,
  );
}

function htmlPage(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${toHtml(title)}</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; }
  main { max-width: 26rem; padding: 2rem; text-align: center; }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  p { margin: 0 0 .5rem; opacity: .8; overflow-wrap: anywhere; }
  button { font: inherit; padding: .5rem 1.5rem; margin-top: .5rem; }
</style>
</head>
<body>
<main>
<h1>${toHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

const hostOf = (url: string): string => new URL(url).host;

function toHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
