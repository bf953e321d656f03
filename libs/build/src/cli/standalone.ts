import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFrontEndPackageManifest, packageBuildConfig } from '../build-package.ts';
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
const compiler = rspack(
  await packageBuildConfig(context, name, { target: 'standalone', output, publicPath: '/', hot: true }),
);
const server = new RspackDevServer(
  {
    host: '127.0.0.1',
    port: Number(port),
    hot: true,
    liveReload: true,
    historyApiFallback: true,
    client: { overlay: true, logging: 'warn' },
    // The service rejects changes requested by another origin.
    proxy: [{ context: ['/api'], target: api, changeOrigin: true, headers: { origin: api } }],
  },
  compiler,
);
await server.start();
const pages = manifest.routes.map((route) => `  http://127.0.0.1:${port}${route}`);
console.log(`${name} alone, with the API of ${api}:\n${pages.join('\n')}`);

const stop = (): void => {
  void server.stop().then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
