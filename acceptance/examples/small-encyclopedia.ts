import { createServer } from 'node:http';

export interface Encyclopedia {
  /** In the place of Wikipedia. */
  url: string;
  /** `host:port`, for `ALLOW_PRIVATE_ADDRESSES`. */
  address: string;
  stop(): Promise<void>;
}

const pages: Record<string, { title: string; text: string[] }> = {
  Tidal_power: {
    title: 'Tidal power',
    text: [
      'Tidal power is energy taken from the rise and fall of the sea, which the moon and the sun move twice a day.',
      'A tidal power station stores energy by holding high water behind a barrage and letting it out through turbines at low water. ' +
        'The higher the tide, the more energy the basin stores.',
      'Some tidal power stations pump water into their basin at night, and so store energy that nobody needs at that hour. ' +
        'They let the water out in the morning, when the price of power is higher.',
      'The station at the mouth of the river Rance in France has worked since 1966 and gives up to 240 megawatts. ' +
        'Its basin covers 22 square kilometres.',
      'Other tidal power stations store energy in batteries beside the turbines, so that power flows evenly between two tides.',
    ],
  },
  Suspension_bridge: {
    title: 'Suspension bridge',
    text: [
      'A suspension bridge carries its deck by cables that hang between towers.',
      'The Clifton Suspension Bridge was opened in 1864.',
    ],
  },
};

/** A server that answers searches as Wikipedia does and has a few pages, so that examples search and research without the internet. */
export async function startEncyclopedia(): Promise<Encyclopedia> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://encyclopedia');
    if (pathname === '/w/rest.php/v1/search/page') {
      const found = Object.entries(pages).map(([key, { title, text }]) => ({
        key,
        title,
        excerpt: text[0],
        description: null,
      }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ pages: found }));
      return;
    }
    const page = pages[pathname.replace('/wiki/', '')];
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const paragraphs = page.text.map((sentence) => `<p>${sentence}</p>`).join('');
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><title>${page.title}</title><article><h1>${page.title}</h1>${paragraphs}</article></html>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const address = `127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://${address}`, address, stop };
}
