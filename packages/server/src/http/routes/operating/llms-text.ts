import type { Endpoint } from '@parley/contract';

/** The service in a page that a language model can read: what it is, how to call it, each endpoint in a line. */
export function llmsText(endpoints: Endpoint[], origin: string): string {
  const tags = [...new Set(endpoints.map((endpoint) => endpoint.tag))];
  const sections = tags.map((tag) => {
    const lines = endpoints
      .filter((endpoint) => endpoint.tag === tag)
      .map((endpoint) => `- ${endpoint.method} ${endpoint.path}: ${endpoint.summary}`);
    return `## ${tag}\n\n${lines.join('\n')}`;
  });
  return `# Parley

> Self-hosted AI services behind one address: answers with structured output, conversation, agents, streaming, files, OCR, web search, deep research, integrations, images and video.

Base address: ${origin}
Authentication: header \`Authorization: Bearer <API_KEY>\`.
Machine-readable description: [OpenAPI 3.1](${origin}/openapi.json)

${sections.join('\n\n')}
`;
}
