import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFrontEndPackageManifest, packageBuildConfig } from '../build-package.ts';
import { findFrontEndPackages } from '../build-all.ts';
import { importRemoteContract, repositoryRoot } from '../repository.ts';

/**
 * `npm run standalone -w @ve/mfe-report` (or `node libs/build/src/cli/standalone.ts mfe-report [--port 4200] [--api
 * http://localhost:3000]`) serves that remote without the shell, and updates edited modules in its page.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '4200' }, api: { type: 'string', default: 'http://localhost:3000' } },
});
const remotes = findFrontEndPackages(repositoryRoot).filter((workspacePackage) => workspacePackage !== 'shell');
const name = positionals[0] ?? '';
if (!remotes.includes(name)) {
  console.error(`Which remote? ${remotes.join(', ')}`);
  process.exit(2);
}

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
    port: Number(values.port),
    hot: true,
    liveReload: true,
    historyApiFallback: true,
    client: { overlay: true, logging: 'warn' },
    // The service rejects changes requested by another origin.
    proxy: [{ context: ['/api'], target: values.api, changeOrigin: true, headers: { origin: values.api } }],
  },
  compiler,
);
await server.start();
const pages = manifest.routes.map((route) => `  http://127.0.0.1:${values.port}${route}`);
console.log(`${name} alone, with the API of ${values.api}:\n${pages.join('\n')}`);

const stop = (): void => {
  void server.stop().then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
