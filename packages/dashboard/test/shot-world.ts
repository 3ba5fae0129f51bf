import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What the pictures' service finds outside: pages with a search engine over them, a taker of webhooks, a model, a shop with an API. */
export interface ShotWorld {
  url: string;
  /** Settings with which a service knows of it. */
  environment: Record<string, string>;
  stop(): void;
}

const places =
  'Anholm Brevik Corrin Dunmore Eskdal Farnoe Gullan Harwick Ilmsund Jorvik Kelda Lunvik Morven Norhaven'.split(' ');
const lamps = ['a gas lamp', 'an electric arc', 'a mercury bath and a rotating lens', 'light-emitting diodes'];

interface Article {
  path: string;
  title: string;
  paragraphs: string[];
}

const articles: Article[] = places.map((place, index) => {
  const lamp = lamps[index % lamps.length];
  const metres = 17 + index * 3;
  return {
    path: `/lighthouses/${place.toLowerCase()}.html`,
    title: `${place} lighthouse`,
    paragraphs: [
      `The ${place} lighthouse was built in ${1781 + index * 9} and stands ${metres} metres above the sea. Its light is seen ` +
        `from ${14 + index} nautical miles. It was first lit with ${lamp}.`,
      `A keeper lived at the ${place} lighthouse until ${1968 + index}. Since the light works by itself, a technician visits it ` +
        `${2 + (index % 4)} times a year, and the upkeep of the ${place} lighthouse costs about ${18 + index * 2},000 euro a year.`,
      `The ${place} lighthouse saves energy with ${index % 2 ? 'solar cells on its roof' : 'a wind wheel beside the tower'}. ` +
        `Lighthouses of the district are painted every ${5 + (index % 3)} years, because salt takes the paint away.`,
    ],
  };
});

/** Begins it on a free port of loopback. */
export async function startShotWorld(): Promise<ShotWorld> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  const host = `127.0.0.1:${address.port}`;
  const url = `http://${host}`;
  return {
    url,
    environment: {
      SEARXNG_URL: url,
      SEARCH_EXTRA: 'none',
      PAGE_INTERVAL_MS: '1',
      ALLOW_PRIVATE_ADDRESSES: host,
      OPENAI_API_KEY: 'sk-of-the-pictures',
      OPENAI_BASE_URL: `${url}/v1`,
      CONTACT: 'operator@example.com',
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const json = (value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const body = await textOf(request);
  if (pathname === '/search') return void json({ query: '', results: articles.map((one) => hitOf(one, origin)) });
  if (pathname === '/hooks/takes') return void json({ ok: true });
  if (pathname === '/hooks/breaks') return void json({ error: 'upstream is down for maintenance' }, 503);
  if (pathname === '/v1/models') return void json({ object: 'list', data: [{ id: 'gpt-4.1-mini', object: 'model' }] });
  if (pathname === '/v1/chat/completions') return complete(response, body);
  if (pathname === '/orders') return void json(orders);
  const article = articles.find(({ path }) => path === pathname);
  if (!article) return void response.writeHead(404).end('Nothing here');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  const text = article.paragraphs.map((one) => `<p>${one}</p>`).join('\n');
  response.end(
    `<!doctype html><html lang="en"><title>${article.title}</title><main><article><h1>${article.title}</h1>${text}</article></main></html>`,
  );
}

const orders = {
  orders: [
    { id: 'A-204', customer: 'Miller & Sons, Oslo', total_eur: 1250, open: false },
    { id: 'A-205', customer: 'Kern Maschinenbau AG, Bergen', total_eur: 98.5, open: true },
  ],
  next: null,
};

const hitOf = ({ path, title, paragraphs }: Article, origin: string) => ({
  url: `${origin}${path}`,
  title,
  content: paragraphs[0],
  publishedDate: '2026-03-14T08:00:00Z',
});

/** A model that has one thing to say. */
function complete(response: ServerResponse, body: string): void {
  const said = 'The Elm Street bridge was opened on **4 May 1932** by the mayor, Ada Kern. It is 212 metres long.';
  const usage = { prompt_tokens: 184, completion_tokens: 31, total_tokens: 215 };
  const head = { id: 'c', created: 1, model: 'gpt-4.1-mini' };
  if (!body.includes('"stream":true')) {
    const message = { role: 'assistant', content: said };
    const whole = {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const part = (choices: object[], more: object = {}) =>
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`);
  for (const word of said.split(/(?<= )/)) part([{ index: 0, delta: { content: word }, finish_reason: null }]);
  part([{ index: 0, delta: {}, finish_reason: 'stop' }], { usage });
  response.end('data: [DONE]\n\n');
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
