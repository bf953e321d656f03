import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFrontEndPackageManifest, packageBuildConfig } from '../build-package.ts';
import {
  afterHostCheck,
  devClientOptions,
  PlainDevServer,
  servedFile,
  stackSources,
  watchingCompiler,
} from '../development/dev-server.ts';
import { devServerHeaders } from '../dev-server-headers.ts';
import { importRemoteContract, repositoryRoot } from '../repository.ts';

/**
 * `node libs/build/src/cli/work-on.ts [--on-demand] shell=4201 mfe-report=4202…` serves these packages from their
 * sources, each at its port. Edited modules of a remote are replaced in the pages that run them; a changed shell, whose
 * React can do that, reloads them. With `--on-demand` a remote is compiled when a page first asks for it. The launcher
 * starts it next to a stack.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'on-demand': { type: 'boolean', default: false } },
});
const context = {
  root: repositoryRoot,
  store: join(repositoryRoot, '.store'),
  mode: 'development' as const,
  contract: await importRemoteContract(),
};

/** What the BFF learns a package from, which it reads for every page. */
function localRelease(name: string) {
  const isShell = name === 'shell';
  return JSON.stringify({
    ...readFrontEndPackageManifest(context, name),
    ...{ version: 'local', preload: [], styles: [], fonts: [], prerender: [] },
    entry: isShell ? 'main.js' : 'remoteEntry.js',
    document: isShell ? 'document.html' : null,
    devtools: isShell ? 'devtools.js' : null,
  });
}

/** Serves one package. Returns how to wait until it is built, with or without errors, and how to stop it. */
async function serve(name: string, port: number) {
  const isShell = name === 'shell';
  const origin = `http://localhost:${String(port)}`;
  const output = join(repositoryRoot, '.cache/work-on', name);
  const config = await packageBuildConfig(context, name, {
    target: 'browser',
    output,
    publicPath: `${origin}/`,
    hot: !isShell,
    withShell: !isShell && positionals.some((given) => given.startsWith('shell=')),
  });
  // The port is part of the result.
  const { compiler, built } = watchingCompiler(name, config, origin);
  const wanted = Promise.withResolvers<undefined>();
  let isWanted = false;
  const want = (): void => {
    isWanted = true;
    wanted.resolve(undefined);
  };
  if (isShell || !values['on-demand']) want();
  compiler.hooks.watchRun.tapPromise('work-on', () => wanted.promise);
  const server = new PlainDevServer(
    {
      host: 'localhost',
      port,
      hot: !isShell,
      liveReload: isShell,
      headers: ({ headers }) => devServerHeaders(headers.origin),
      client: { ...devClientOptions, webSocketURL: `ws://localhost:${String(port)}/ws` },
      devMiddleware: { stats: 'none' },
      static: false,
      setupMiddlewares: (middlewares) =>
        afterHostCheck(middlewares, [
          servedFile('/release.json', 'application/json', () => localRelease(name)),
          servedFile('/document.html', 'text/html', () =>
            readFileSync(join(repositoryRoot, 'shell/src/document.html'), 'utf8'),
          ),
          stackSources(compiler, '/'),
          {
            name: 'on-demand',
            middleware: (_request: IncomingMessage, _response: ServerResponse, next: () => void) => {
              want();
              next();
            },
          },
        ]),
    },
    compiler,
  );
  await server.start();
  return {
    built: isWanted ? built : undefined,
    // One that was never compiled waits to be, and does not stop before.
    stop: () => (isWanted ? server.stop() : undefined),
  };
}

const servers = await Promise.all(
  positionals.map((given) => {
    const [name = '', port = ''] = given.split('=');
    return serve(name, Number(port));
  }),
);
await Promise.all(servers.map(({ built }) => built));
console.log('ready');

const stop = (): void => {
  void Promise.all(servers.map((server) => server.stop())).then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
