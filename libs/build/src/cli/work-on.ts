import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { cpSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackage, readFrontEndPackageManifest, packageBuildConfig } from '../build-package.ts';
import { importRemoteContract, repositoryRoot } from '../repository.ts';
import { readLiveReleaseVersions, writeLiveReleaseVersions } from '../release-store.ts';

/**
 * `node libs/build/src/cli/work-on.ts --built .store --store .cache/work-on/store mfe-report=4201 [mfe-search=4202…]`
 * serves these remotes, each at its port, and updates edited modules in the pages that run them. The store receives the
 * built releases and, live, a development shell, whose React can replace a component. `npm run work-on` starts it next
 * to a stack.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { built: { type: 'string', default: '.store' }, store: { type: 'string', default: '.cache/work-on/store' } },
});
const built = resolve(repositoryRoot, values.built);
const store = resolve(repositoryRoot, values.store);
const remotes = positionals.map((given) => given.split('='));

const context = { root: repositoryRoot, store, mode: 'development' as const, contract: await importRemoteContract() };

/** Pages on this machine may load the served scripts; other sites may not read them. */
const allowedOrigin = (origin = ''): string =>
  /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin) ? origin : 'null';

async function fillStore(): Promise<void> {
  const live = readLiveReleaseVersions(built);
  for (const [name, version] of Object.entries(live)) {
    cpSync(join(built, name, version), join(store, name, version), { recursive: true });
  }
  const shell = await buildPackage(context, 'shell');
  writeLiveReleaseVersions(store, { ...live, shell: shell.version });
}

function localRelease(name: string) {
  const files = { entry: 'remoteEntry.js', preload: [], styles: [], fonts: [], document: null };
  return { ...readFrontEndPackageManifest(context, name), ...files, version: 'local', prerender: [] };
}

/** Serves one remote; resolves once it is built, with or without errors. */
async function serve(name: string, port: number): Promise<RspackDevServer> {
  const origin = `http://localhost:${String(port)}`;
  const output = join(repositoryRoot, '.cache/work-on', name);
  const config = await packageBuildConfig(context, name, {
    target: 'browser',
    output,
    publicPath: `${origin}/`,
    hot: true,
  });
  const compiler = rspack(config);
  const built = new Promise((resolve) => {
    compiler.hooks.done.tap('work-on', resolve);
  });
  compiler.hooks.done.tap('work-on', (stats) => {
    const problems = stats.toString({ preset: 'errors-warnings', colors: false });
    console.log(problems || `${name} is up to date (${String(stats.toJson({ all: false, timings: true }).time)} ms)`);
  });
  const server = new RspackDevServer(
    {
      host: 'localhost',
      port,
      hot: true,
      liveReload: false,
      headers: ({ headers }) => ({ 'access-control-allow-origin': allowedOrigin(headers.origin), vary: 'origin' }),
      client: { overlay: false, logging: 'warn', webSocketURL: `ws://localhost:${String(port)}/ws` },
      devMiddleware: { stats: false },
      static: false,
      setupMiddlewares: (middlewares) => [
        // The BFF finds the pages by the manifest, which is served as it is now.
        {
          name: 'release',
          path: '/release.json',
          middleware: (_request: IncomingMessage, response: ServerResponse) => {
            response.setHeader('content-type', 'application/json').end(JSON.stringify(localRelease(name)));
          },
        },
        ...middlewares,
      ],
    },
    compiler,
  );
  await server.start();
  await built;
  return server;
}

await fillStore();
const servers = await Promise.all(remotes.map(([name = '', port = '']) => serve(name, Number(port))));
console.log('ready');

const stop = (): void => {
  void Promise.all(servers.map((server) => server.stop())).then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
