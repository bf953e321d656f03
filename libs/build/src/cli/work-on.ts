import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { globSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { readFrontEndPackageManifest, packageBuildConfig } from '../build-package.ts';
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

/** A file that is served as its source is now. */
const served = (path: string, type: string, read: () => string) => ({
  name: path,
  path,
  middleware: (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', type).end(read());
  },
});

type Message = Parameters<RspackDevServer['sendMessage']>;

/** Sends errors without colours, which would become styles that the policy of our pages forbids. */
class PlainDevServer extends RspackDevServer {
  override sendMessage(clients: Message[0], type: string, data?: unknown, params?: unknown): void {
    const plain = (_key: string, value: unknown): unknown =>
      typeof value === 'string' ? stripVTControlCharacters(value) : value;
    super.sendMessage(clients, type, type === 'errors' ? JSON.parse(JSON.stringify(data), plain) : data, params);
  }
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
  });
  const compiler = rspack({
    ...config,
    cache: {
      type: 'persistent',
      // The port is part of the result.
      version: origin,
      buildDependencies: globSync(['libs/build/src/*', 'package-lock.json'], { cwd: repositoryRoot }).map((file) =>
        join(repositoryRoot, file),
      ),
      storage: { type: 'filesystem', directory: join(repositoryRoot, '.cache/rspack') },
    },
  });
  const wanted = Promise.withResolvers<undefined>();
  let isWanted = false;
  const want = (): void => {
    isWanted = true;
    wanted.resolve(undefined);
  };
  if (isShell || !values['on-demand']) want();
  const built = Promise.withResolvers<unknown>();
  compiler.hooks.watchRun.tapPromise('work-on', () => wanted.promise);
  compiler.hooks.done.tap('work-on', (stats) => {
    const problems = stats.hasErrors() || stats.hasWarnings();
    const shown = { all: false, errors: true, warnings: true, colors: false };
    console.log(
      problems
        ? stats.toString(shown)
        : `${name} is up to date (${String(stats.toJson({ all: false, timings: true }).time)} ms)`,
    );
    built.resolve(stats);
  });
  const server = new PlainDevServer(
    {
      host: 'localhost',
      port,
      hot: !isShell,
      liveReload: isShell,
      headers: ({ headers }) => devServerHeaders(headers.origin),
      client: {
        overlay: { errors: true, warnings: false, runtimeErrors: false },
        logging: 'warn',
        webSocketURL: `ws://localhost:${String(port)}/ws`,
      },
      devMiddleware: { stats: 'none' },
      static: false,
      setupMiddlewares: (middlewares) => [
        served('/release.json', 'application/json', () => localRelease(name)),
        served('/document.html', 'text/html', () =>
          readFileSync(join(repositoryRoot, 'shell/src/document.html'), 'utf8'),
        ),
        {
          name: 'on-demand',
          middleware: (_request: IncomingMessage, _response: ServerResponse, next: () => void) => {
            want();
            next();
          },
        },
        ...middlewares,
      ],
    },
    compiler,
  );
  await server.start();
  return {
    built: isWanted ? built.promise : undefined,
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
