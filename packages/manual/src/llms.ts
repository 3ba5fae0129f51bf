import { addressOf, markdownAddressOf, type Page, sampleAddress } from './page.ts';

/** The form that https://llmstxt.org describes: what the service is, then every page with its address and a sentence. */
export function shortText(pages: Page[], origin: string): string {
  const groups = Map.groupBy(
    pages.filter(({ slug }) => slug !== ''),
    ({ group }) => group,
  );
  const lists = [...groups].map(
    ([group, of]) =>
      `## ${group}\n\n${of.map(({ slug, title, summary }) => `- [${title}](${origin}${markdownAddressOf(slug)}): ${summary}`).join('\n')}`,
  );
  return `# Parley

> Self-hosted AI services behind one address: answers with structured output, conversation, agents, streaming, files, OCR, web search, deep research, integrations, images and video.

Base address: ${origin}
Authentication: header \`Authorization: Bearer <API_KEY>\`.
Machine-readable description: [OpenAPI 3.1](${origin}/openapi.json)
All pages in one text: [llms-full.txt](${origin}/llms-full.txt)

${lists.join('\n\n')}

## Every call

${pages.flatMap(({ calls = [] }) => calls.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`)).join('\n')}
`;
}

/** Every page, one after the other. */
export function fullText(pages: Page[], origin: string): string {
  const texts = pages
    .filter(({ slug }) => slug !== 'reference/schemas')
    .map(
      ({ slug, markdown }) =>
        `<!-- ${origin}${addressOf(slug)} -->\n\n${markdown().replaceAll(sampleAddress, origin).trim()}`,
    );
  return `${texts.join('\n\n---\n\n')}\n`;
}
