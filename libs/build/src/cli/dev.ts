import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitWithHelp } from '../../../../tools/help.mjs';
import { runningInstanceUrl } from '../../../../tools/lock-file.mjs';
import { exitWhenParentExits } from '../../../../tools/parent-process.mjs';
import { freePortFrom } from '../../../../tools/ports.mjs';
import { packageBuildConfig, readFrontEndPackageManifest } from '../build-package.ts';
import {
  afterHostCheck,
  devClientOptions,
  PlainDevServer,
  stackSources,
  watchingCompiler,
} from '../development/dev-server.ts';
import { localFilesPath, registryPath, withLocalPage, withLocalRegistry } from '../development/live-page.ts';
import { readSite, findSiteProblems } from '../development/site-description.ts';
import { type AnswerEditor, onlyAt, siteProxy } from '../development/site-proxy.ts';
import { apiCallSchemasOfBuild } from '../release-calls.ts';
import { requireKnownReleaseName } from '../release/release.ts';
import { readSiteUrl, UsageError } from '../release/release-command.ts';
import { ReleaseServerClient } from '../release/release-server.ts';
import { importRemoteContract, workspaceRoot } from '../repository.ts';
import { terminalText } from '../terminal-text.ts';

const firstPort = 4200;

/** `ve dev mfe-orders` serves a remote from its sources inside the pages of a live site. */
exitWithHelp(`npx --no ve dev [remote] [--port ${String(firstPort)}]

  serves the remote from its sources inside the pages of the site at RELEASE_URL. No one else sees it.
  With RELEASE_TOKEN it also says which of its slots and pages would not fit what is live there`);

let token = '';

const print = (text: string): void => {
  console.log(terminalText(text, token));
};

async function serve(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { port: { type: 'string' } } });
  const name = await requireKnownReleaseName(workspaceRoot, positionals[0] ?? '');
  const site = readSiteUrl(process.env, runningInstanceUrl(join(workspaceRoot, '.data/start.lock')));
  token = process.env.RELEASE_TOKEN ?? '';
  // The compiler runs the code of dependencies.
  delete process.env.RELEASE_TOKEN;
  const port = await freePortFrom(Number(values.port ?? firstPort));
  // Each remote has a host of its own, and with it cookies of its own.
  const own = `http://${name}.localhost:${String(port)}`;
  const context = {
    root: workspaceRoot,
    store: join(workspaceRoot, '.store'),
    mode: 'development' as const,
    contract: await importRemoteContract(),
  };
  const releases = token !== '' ? new ReleaseServerClient({ url: site.origin, token }) : null;
  const description = await readSite(site, releases && (async () => (await releases.list()).channels));
  const publicPath = localFilesPath(name);
  const config = await packageBuildConfig(context, name, {
    target: 'browser',
    output: join(workspaceRoot, '.cache/dev', name),
    publicPath,
    hot: true,
  });
  const { compiler, built } = watchingCompiler(name, config, own);
  const socket = own.replace('http', 'ws');
  // Again for each page: it is edited too.
  const readManifest = () => readFrontEndPackageManifest(context, name);
  const edit: AnswerEditor = ({ method, url = '/', headers }) => {
    const [path = '/'] = url.split('?');
    if (method !== 'GET') return null;
    if (path === registryPath) return (answer) => withLocalRegistry(answer, readManifest());
    if (!headers.accept?.includes('text/html') || path.startsWith('/api/')) return null;
    return (answer) => withLocalPage(answer, { manifest: readManifest(), path, socket });
  };
  const proxy = onlyAt(own, siteProxy(site, own, edit));
  const server = new PlainDevServer(
    {
      host: 'localhost',
      port,
      hot: true,
      liveReload: false,
      client: { ...devClientOptions, webSocketURL: `${socket}/ws` },
      devMiddleware: { stats: 'none' },
      static: false,
      setupMiddlewares: (middlewares) => [
        ...afterHostCheck(middlewares, [stackSources(compiler, publicPath)]),
        { name: 'site', middleware: proxy },
      ],
    },
    compiler,
  );
  const stop = (): void => {
    void server.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  exitWhenParentExits(stop);
  await server.start();
  const stats = await built;
  const manifest = readManifest();
  for (const problem of findSiteProblems(manifest, await apiCallSchemasOfBuild(stats), description)) {
    print(`note: ${problem}`);
  }
  const pages = manifest.routes.filter((route) => !route.includes(':')).map((route) => `  ${own}${route}`);
  print(
    `${name} from its sources, in the pages of ${site.origin} (contract ${description.contract}):\n${pages.join('\n')}`,
  );
}

try {
  await serve();
} catch (error) {
  console.error(terminalText(error instanceof Error ? error.message : String(error), token));
  process.exit(error instanceof UsageError ? 2 : 1);
}
