/** Shown while the dashboard is built from a checkout; the browser asks again by itself. */
export const waitingPage = page(
  'The dashboard is being built',
  'This takes some seconds after a change and comes up by itself. The service works already: see <a href="/docs">/docs</a>.',
);

/** Shown where there is no dashboard and nothing builds it; the browser asks again by itself. */
export const missingPage = page(
  'The dashboard is not built yet',
  'What builds it is installed apart: run <code>npm install -w packages/dashboard</code> in the directory of Parley, while the ' +
    'service runs, and this page becomes the dashboard. If you did, what the service printed says what failed. The service works ' +
    'without it: see <a href="/docs">/docs</a>.',
);

function page(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parley</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 0 1rem }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;
}
