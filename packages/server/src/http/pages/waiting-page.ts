/** Shown while the dashboard is built from a checkout; the browser asks again by itself. */
export const waitingPage = `<!doctype html>
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
<h1>The dashboard is being built</h1>
<p>This takes some seconds after a change and comes up by itself. The service works already: see <a href="/docs">/docs</a>.</p>
<p>If it stays away, what builds it is not installed (<code>npm install --omit=dev</code> leaves it out) or the log says what failed: run
<code>npm install</code> and start again.</p>
</main>
</body>
</html>
`;
