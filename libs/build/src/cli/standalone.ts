import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFrontEndPackageManifest, packageBuildConfig } from '../build-package.ts';
import {
  afterHostCheck,
  devClientOptions,
  PlainDevServer,
  stackSources,
  watchingCompiler,
} from '../development/dev-server.ts';
import { siteProxy } from '../development/site-proxy.ts';
import { importRemoteContract, repositoryRoot } from '../repository.ts';

/**
 * `node libs/build/src/cli/standalone.ts mfe-report --port 4200 --api http://localhost:3000` serves that remote without
 * the shell, and updates edited modules in its page. `npm run standalone -w @ve/mfe-report` (tools/standalone.mjs)
 * chooses port and API, and ends it.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, api: { type: 'string' } },
});
const [name] = positionals;
const { port, api } = values;
if (name === undefined || port === undefined || api === undefined) throw new Error('Which remote, port and API?');

const context = {
  root: repositoryRoot,
  store: join(repositoryRoot, '.store'),
  mode: 'development' as const,
  contract: await importRemoteContract(),
};
const manifest = readFrontEndPackageManifest(context, name);
const output = join(repositoryRoot, '.cache/standalone', name);
const own = `http://127.0.0.1:${port}`;
const { compiler } = watchingCompiler(
  name,
  await packageBuildConfig(context, name, { target: 'standalone', output, publicPath: '/', hot: true }),
  own,
);
const site = siteProxy(new URL(api), own);
const server = new PlainDevServer(
  {
    host: '127.0.0.1',
    port: Number(port),
    hot: true,
    liveReload: true,
    historyApiFallback: true,
    client: devClientOptions,
    setupMiddlewares: (middlewares) =>
      afterHostCheck(middlewares, [
        {
          name: 'site',
          middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => {
            if (request.url?.startsWith('/api/')) site(request, response);
            else next();
          },
        },
        stackSources(compiler, '/'),
      ]),
  },
  compiler,
);
await server.start();
const pages = manifest.routes.map((route) => `  ${own}${route}`);
console.log(`${name} alone, with the API of ${api}:\n${pages.join('\n')}`);

const stop = (): void => {
  void server.stop().then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
