import type { Release } from '@ve/contracts/remote-manifest';

/** A shell's build for Node that puts its version before the result of a remote's function. */
export const shellNodeBuildSource = `
exports.shared = {};
exports.renderPage = async (entry, remote, path) => ({
  html: 'shell ' + __dirname.split('/').at(-2) + ': ' + (entry === null ? 'nobody' : remote.default(path)),
  head: '<title>Page</title>',
});`;

const empty = {
  routes: [],
  slots: [],
  offers: [],
  prerender: [],
  styles: [],
  fonts: [],
  preload: [],
  starter: null,
  devtools: null,
};

export const shellReleaseFixture = (version: string, contract = '2.1.0'): Release => ({
  ...empty,
  ...{ name: 'shell', version, contract, entry: 'main.js', document: null, pages: {}, feeds: [], redirects: {} },
  ...{ node: 'node/shell.cjs', shared: {}, sharedExports: {}, calls: {} },
});

/** A remote whose build for Node is `exports.default = (path) => …`. */
export const remoteReleaseFixture = (name: string, version: string): Release => ({
  ...empty,
  ...{ name, version, contract: '2.0.0', routes: [`/${name}`], prerender: [`/${name}`] },
  ...{
    entry: 'remoteEntry.js',
    document: null,
    pages: {},
    feeds: [],
    redirects: {},
    shared: {},
    sharedExports: {},
    calls: {},
  },
  node: 'node/remote.cjs',
});
