import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { RemoteRegistry } from '@ve/contracts/remote-manifest';
import { installLinkPreloading } from './preload-links.ts';
import { createRemoteHost, type RemoteHost } from './remote-host.ts';

const registry: RemoteRegistry = {
  contract: '1.0.0',
  remotes: [
    {
      name: 'mfe-report',
      version: 'v1',
      contract: '1.0.0',
      routes: ['/report'],
      slots: [],
      entry: '/remotes/mfe-report/v1/remoteEntry.js',
      preload: ['/remotes/mfe-report/v1/remote.js'],
      chrome: {},
      redirects: {},
    },
  ],
};

let host: RemoteHost;
let stop: () => void;
beforeEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = `
    <a id="report" href="/report?reg=AB12CDE"><b>Report</b></a>
    <a id="again" href="/report">Again</a>
    <a id="nowhere" href="/nowhere">Nowhere</a>
    <a id="elsewhere" href="https://elsewhere.test/report">Elsewhere</a>
    <button>Button</button>`;
  host = createRemoteHost({
    registry,
    contractVersion: '1.0.0',
    loadModule: () => Promise.resolve({ default: () => null }),
    fetchRegistry: () => Promise.resolve(null),
  });
  stop = installLinkPreloading(document, host);
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

const hint = (selector: string, type = 'pointerover') =>
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));
const preloaded = () =>
  [...document.head.querySelectorAll('link')].map(
    (link) => `${link.rel} ${link.as} ${link.getAttribute('href') ?? ''}`,
  );

test.each(['pointerover', 'focusin'])('preloads the files of a link’s page, once, on %s', (type) => {
  hint('#report b', type);
  hint('#again', type);
  expect(preloaded()).toEqual([
    'preload script /remotes/mfe-report/v1/remoteEntry.js',
    'preload script /remotes/mfe-report/v1/remote.js',
  ]);
});

test.each(['#nowhere', '#elsewhere', 'button'])('preloads nothing for %s', (selector) => {
  hint(selector);
  expect(preloaded()).toEqual([]);
});

test('preloads nothing that is loaded already, and nothing after it was stopped', async () => {
  await host.load('mfe-report');
  hint('#report');
  expect(preloaded()).toEqual([]);
  stop();
  hint('#report');
  expect(preloaded()).toEqual([]);
});

test('preloads nothing with Save-Data', () => {
  Object.assign(navigator, { connection: { saveData: true } });
  hint('#report');
  expect(preloaded()).toEqual([]);
  Object.assign(navigator, { connection: undefined });
});
