import { errorCatalogue, errorGroups, errorRemedies, isErrorCode, publicCode } from '@parley/contract';
import { toHtmlLink } from './links.ts';
import { renderMarkdown } from './markdown.ts';
import type { Page } from './page.ts';

/** Every error code with its status, whether sending again can help, and what to do. */
export function errorPage(): Page {
  return {
    slug: 'errors',
    title: 'Errors',
    summary: 'Every error code: what it means, whether sending again can help, and what to do.',
    group: 'Reference',
    markdown: errorMarkdown,
    body: () => renderMarkdown(errorMarkdown(), toHtmlLink),
  };
}

function errorMarkdown(): string {
  const groups = Object.entries(errorGroups).map(([title, remedies]) => {
    const codes = Object.keys(remedies)
      .filter(isErrorCode)
      .filter((code) => publicCode(code) === code);
    return `## ${title}\n\n${codes.map(describe).join('\n\n')}`;
  });
  return `# Errors

Every error has the same body: \`success: false\`, a short \`error\`, a \`message\` that says what to do, a \`code\` of the list below, and
the \`request_id\`, by which the log of the service knows the call. The addresses of OpenAI's and Anthropic's clients answer in their
shapes, with the same codes.

\`\`\`json
{
  "success": false,
  "error": "Invalid request",
  "message": "query is required",
  "code": "invalid_request",
  "request_id": "req_…"
}
\`\`\`

Where sending again can help, do it after \`Retry-After\`, or after half a second, then twice that and so on; the [client
library](sdk.md) does. In a stream an error is its last event. The header
\`x-should-retry\` of each error says the same; the official clients of vendors obey it.

A field that an endpoint does not know is ignored, and told: \`file_id\` for \`file_ids\` would else be an answer that knows nothing of the
file. The reply (and a stream's last event) has \`"warnings": ["file_id is not known and was ignored; did you mean file_ids?"]\`, and so has
the header \`x-parley-warnings\`. With the request header \`x-parley-strict: true\`, or for a key with \`"strict": true\`, it is a 400 instead.

${groups.join('\n\n')}
`;
}

function describe(code: keyof typeof errorCatalogue): string {
  const { status, title, retryable } = errorCatalogue[code];
  const others = Object.entries(errorCatalogue)
    .filter(([other, kind]) => other !== code && 'publicCode' in kind && kind.publicCode === code)
    .map(([, kind]) => kind.status);
  const statuses = [status, ...others].sort().join(', ');
  return `### \`${code}\`\n\n**${statuses}** · ${title} · ${retryable ? 'sending again can help' : 'sending it again as it is does not help'}\n\n${errorRemedies[code]}`;
}
