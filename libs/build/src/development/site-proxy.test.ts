import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type AnswerEditor, onlyAt, siteProxy } from './site-proxy.ts';

const servers: Server[] = [];
const listening = async (server: Server): Promise<string> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Asked {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Where the site redirects these paths to. */
const redirects: Readonly<Record<string, string>> = {
  '/old': 'SITE/new?x=1#a',
  '/near': '/new',
  '/open': 'SITE//elsewhere.example/x',
  '/away': 'https://elsewhere.example/',
};

/** A site that answers every path, and this machine's address of it. */
async function siteThroughProxy(edit?: AnswerEditor) {
  const asked: Asked[] = [];
  const site = await listening(
    createServer((request, response) => {
      void text(request).then((body) => {
        const { method, url, headers } = request;
        asked.push({ method, url, headers, body });
        const location = redirects[url ?? ''];
        if (location !== undefined) response.writeHead(301, { location: location.replace('SITE', site) }).end();
        else if (url === '/large') response.writeHead(200).end('x'.repeat(5 * 1_048_576 + 1));
        else {
          const headersOfSite = {
            'set-cookie': ['__Host-a=1; Secure', 'b=2'],
            'strict-transport-security': 'max-age=1',
            'content-type': 'text/html',
          };
          response.writeHead(200, headersOfSite).end('<p>the site</p>');
        }
      });
    }),
  );
  let own = '';
  own = await listening(
    createServer((request, response) => {
      siteProxy(new URL(site), own, edit)(request, response);
    }),
  );
  return { site, own, asked };
}

test('a change by our own page reaches the site as one by its own page', async () => {
  const { site, own, asked } = await siteThroughProxy();
  const answer = await fetch(`${own}/api/contact?x=1`, {
    method: 'POST',
    body: 'hello',
    headers: { origin: own, referer: `${own}/contact` },
  });
  expect(await answer.text()).toBe('<p>the site</p>');
  expect(answer.headers.getSetCookie()).toEqual(['__Host-a=1; Secure', 'b=2']);
  expect(answer.headers.get('strict-transport-security')).toBeNull();
  expect(asked).toMatchObject([
    {
      ...{ method: 'POST', url: '/api/contact?x=1', body: 'hello' },
      headers: { origin: site, referer: `${site}/contact`, host: new URL(site).host },
    },
  ]);
});

test('a change by a page of another origin keeps that origin, so that the site refuses it', async () => {
  const { own, asked } = await siteThroughProxy();
  const headers = { origin: 'https://elsewhere.example', referer: 'https://elsewhere.example/' };
  await fetch(`${own}/api/contact`, { method: 'POST', headers });
  expect(asked).toMatchObject([{ headers }]);
});

test('a path that looks like another host is one of the site', async () => {
  const { own, asked } = await siteThroughProxy();
  await fetch(`${own}//elsewhere.example/x`);
  expect(asked).toMatchObject([{ url: '//elsewhere.example/x' }]);
});

test('redirects within the site stay here, also to a path that looks like another host', async () => {
  const { own } = await siteThroughProxy();
  const locationOf = async (path: string) => (await fetch(own + path, { redirect: 'manual' })).headers.get('location');
  expect(await locationOf('/old')).toBe(`${own}/new?x=1#a`);
  expect(await locationOf('/near')).toBe('/new');
  expect(await locationOf('/open')).toBe(`${own}//elsewhere.example/x`);
  expect(await locationOf('/away')).toBe('https://elsewhere.example/');
});

test('an answer that is too large to be edited is refused', async () => {
  const { own } = await siteThroughProxy(() => (answer) => answer);
  const answer = await fetch(`${own}/large`);
  expect([answer.status, await answer.text()]).toEqual([502, 'The answer has more than 5242880 bytes']);
});

test('an edited answer has its new status, headers and length', async () => {
  const { own } = await siteThroughProxy(({ url }) =>
    url === '/orders'
      ? ({ headers, body }) => ({
          status: 404,
          headers: { ...headers, 'x-edited': 'yes' },
          body: `${body}<p>longer</p>`,
        })
      : null,
  );
  const edited = await fetch(`${own}/orders`);
  expect([edited.status, edited.headers.get('x-edited')]).toEqual([404, 'yes']);
  expect(await edited.text()).toBe('<p>the site</p><p>longer</p>');
  expect((await fetch(`${own}/faq`)).headers.get('x-edited')).toBeNull();
});

test('a request at another host is sent to ours, and gets no cookie of the site', async () => {
  const { own: at } = await siteThroughProxy();
  const own = 'http://mfe-orders.localhost:4200';
  const here = await listening(createServer(onlyAt(own, siteProxy(new URL(at), own))));
  const answer = await fetch(`${here}//elsewhere.example/x`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([307, `${own}//elsewhere.example/x`]);
  expect(answer.headers.getSetCookie()).toEqual([]);

  const proxied = await listening(
    createServer((request, response) => {
      onlyAt(`http://${request.headers.host ?? ''}`, siteProxy(new URL(at), own))(request, response);
    }),
  );
  expect((await fetch(proxied)).headers.getSetCookie()).toEqual(['__Host-a=1; Secure', 'b=2']);
});

test('a site that does not answer is named', async () => {
  const own = await listening(createServer(siteProxy(new URL('http://127.0.0.1:1'), 'http://localhost:4200')));
  const answer = await fetch(own);
  expect([answer.status, await answer.text()]).toEqual([
    502,
    expect.stringContaining('http://127.0.0.1:1 did not answer') as unknown,
  ]);
});
