import type { RemoteRegistry } from '@ve/contracts/remote-manifest';
import type { FrontEndPackageManifest } from '../repository.ts';
import { withLocalPage } from './live-page.ts';

const entry = (name: string, routes: string[]): RemoteRegistry['remotes'][number] => ({
  ...{ name, routes, version: 'a1', contract: '4.0.0', slots: [], preload: [], chrome: {}, redirects: {} },
  entry: `/remotes/${name}/a1/remoteEntry.js`,
});
const manifest: FrontEndPackageManifest = {
  ...{
    name: 'mfe-orders',
    routes: ['/orders', '/orders/:id'],
    slots: [],
    offers: [],
    contract: '4.3.0',
    prerender: [],
  },
  pages: { '/orders': { scripts: ['https://js.stripe.com'], frames: ['SURVEY'], phoneHeader: 'title' } },
  ...{ feeds: [], redirects: {}, budget: null },
};
const registry: RemoteRegistry = {
  contract: '4.3.0',
  remotes: [entry('mfe-search', ['/']), entry('mfe-orders', ['/orders'])],
};
const config = {
  origin: 'https://site.example',
  route: null,
  ownSources: false,
  urls: { SURVEY: 'https://survey.example/a' },
};
const block = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
const document = `<head><title>Not found</title></head><body><div id="root"><main><div>Not here</div></main></div>
  ${block('ve-registry', registry)}${block('ve-config', config)}</body>`;
const answer = {
  status: 404,
  headers: {
    'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; upgrade-insecure-requests",
  },
  body: document,
};
const socket = 'ws://localhost:4200';
const read = (html: string, id: string): unknown =>
  JSON.parse(new RegExp(`id="${id}">(.*?)</script>`, 's').exec(html)?.[1] ?? '');

test('the page of the remote is there, although the live site has none', () => {
  const { status, headers, body } = withLocalPage(answer, { manifest, path: '/orders', socket });
  expect(status).toBe(200);
  expect(body).toContain('<div id="root"></div><script');
  expect(read(body, 've-registry')).toEqual({
    contract: '4.3.0',
    remotes: [
      entry('mfe-search', ['/']),
      {
        ...entry('mfe-orders', ['/orders', '/orders/:id']),
        ...{ version: 'local', contract: '4.3.0', entry: '/remotes/mfe-orders/local/remoteEntry.js' },
        chrome: { '/orders': { phoneHeader: 'title' } },
      },
    ],
  });
  expect(read(body, 've-config')).toEqual({ ...config, route: '/orders', ownSources: true });
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self' https://js.stripe.com; connect-src 'self' ws://localhost:4200; frame-src https://survey.example",
  );
});

test('a page of another remote stays as it is, and the local one is in the registry', () => {
  const { status, body } = withLocalPage({ ...answer, status: 200 }, { manifest, path: '/', socket });
  expect(status).toBe(200);
  expect(body).toContain('Not here');
  expect(read(body, 've-config')).toEqual(config);
  expect(read(body, 've-registry')).toMatchObject({ remotes: [{ version: 'a1' }, { version: 'local' }] });
});

test('a document without a registry is passed on', () => {
  const other = { ...answer, body: '<p>Down for maintenance</p>' };
  expect(withLocalPage(other, { manifest, path: '/orders', socket })).toEqual(other);
});
