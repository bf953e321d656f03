import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrontEndPackageManifest } from '../repository.ts';
import { readSite, findSiteProblems } from './site-description.ts';

let server: Server;
let answers: Record<string, unknown> = {};
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const answer = answers[url];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const order = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const openApi = (schema: object) => ({
  paths: {
    '/api/orders/{id}': {
      get: {
        responses: {
          200: { content: { 'application/json': { schema } } },
          404: { content: { 'application/problem+json': { schema: {} } } },
        },
      },
    },
  },
});
const read = () => readSite(new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`), null);
const manifest: FrontEndPackageManifest = {
  ...{ name: 'mfe-orders', routes: ['/orders'], slots: [], offers: [], contract: '4.2.0', prerender: [], pages: {} },
  ...{ feeds: [], redirects: {}, budget: null },
};
const calls = {
  'GET /api/orders/:id': { params: { type: 'object' }, answers: { 200: order({ id: { type: 'string' } }) } },
};

beforeEach(() => {
  answers = {
    '/api/remotes': { contract: '4.3.0', remotes: [] },
    '/api/docs/openapi.json': openApi(order({ id: { type: 'string' } })),
  };
});

test('a remote of an earlier contract, whose calls are served, fits', async () => {
  const site = await read();
  expect([site.contract, findSiteProblems(manifest, calls, site)]).toEqual(['4.3.0', []]);
});

test('a later contract, a call that is not served and an answer that it cannot read are named', async () => {
  answers['/api/docs/openapi.json'] = openApi(order({ id: { type: 'number' } }));
  const found = findSiteProblems(
    { ...manifest, contract: '4.4.0' },
    { ...calls, 'POST /api/orders': { answers: { 201: null } } },
    await read(),
  );
  expect(found).toEqual([
    expect.stringContaining('mfe-orders needs contract 4.4.0, and the site has 4.3.0'),
    expect.stringMatching(/^GET \/api\/orders\/:id: answer 200, id /),
    'POST /api/orders: is not served',
  ]);
});

test('an address of something else is named', async () => {
  answers = {};
  await expect(read()).rejects.toThrow(
    /\/api\/(remotes|docs\/openapi\.json) answers 404: is it the address of the site\?/,
  );
});
