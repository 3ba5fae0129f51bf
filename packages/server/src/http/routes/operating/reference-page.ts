/** The reference: RapiDoc over `/openapi.json`. The key that a reader types in stays in their browser. */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Parley reference</title>
  <script type="module" src="/docs/rapidoc.js"></script>
  <style>body { margin: 0 } rapi-doc { height: 100vh; width: 100% }</style>
</head>
<body>
  <rapi-doc spec-url="/openapi.json" heading-text="Parley" theme="light" render-style="focused"
    primary-color="#2f6f5e" nav-bg-color="#16241f" nav-text-color="#d7e3de" nav-accent-color="#7fd1b5"
    regular-font="system-ui, sans-serif" mono-font="ui-monospace, monospace" load-fonts="false"
    schema-style="table" show-method-in-nav-bar="as-colored-text" use-path-in-nav-bar="false"
    allow-spec-url-load="false" allow-spec-file-load="false" allow-server-selection="false"
    persist-auth="true" show-header="false" sort-endpoints-by="none">
  </rapi-doc>
</body>
</html>
`;
