import { runCompilation } from '@ve/build/run-compilation';
import { shellConfig } from '@ve/build/preset';
import { compressFiles } from '@ve/build/release-files';
import { installedPackageVersions, repositoryRoot } from '@ve/build/repository';
import { rspack } from '@rspack/core';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  addStyleNonce,
  fontPreloadLinks,
  inlineRegistryScript,
  type PrerenderedPage,
  type SiteBuild,
} from './federated-site.ts';
import type { ServedPage } from './served-page.ts';

const folder = '/remotes/one-bundle/1/';

/**
 * The same shell and pages in one build, as one would write them without remotes: the area of the page in the entry
 * chunk, every other area in its own chunk.
 */
const entrySource = (own: string, names: readonly string[], contract: string): string => `
import ${JSON.stringify(join(repositoryRoot, 'shell/src/strict-csp.ts'))};
import { startShellPage } from ${JSON.stringify(join(repositoryRoot, 'shell/src/host/start.tsx'))};
import * as own from ${JSON.stringify(join(repositoryRoot, own, 'src/remote.tsx'))};
const areas = {
  ${JSON.stringify(own)}: () => Promise.resolve(own),
${names
  .filter((name) => name !== own)
  .map((name) => `  '${name}': () => import(${JSON.stringify(join(repositoryRoot, name, 'src/remote.tsx'))}),`)
  .join('\n')}
};
void startShellPage(document.getElementById('root'), {
  contractVersion: ${JSON.stringify(contract)},
  loadModule: ({ name }) => areas[name](),
});
`;

/** Builds the pages of an area as one bundle, served like the federated ones: same compression, same policy. */
export async function buildSingleBundle(
  { shell, remotes }: SiteBuild,
  area: string,
): Promise<(page: PrerenderedPage) => ServedPage> {
  const files = join(repositoryRoot, '.cache/bench-one-bundle', area);
  const output = join(files, 'one-bundle/1');
  rmSync(files, { recursive: true, force: true });
  const shellFolder = join(repositoryRoot, 'shell');
  const base = shellConfig(shellFolder)({
    target: 'browser',
    mode: 'production',
    output,
    publicPath: folder,
    versionOf: installedPackageVersions(shell.contract),
  });
  const entry = join(shellFolder, 'src/one-bundle.generated.js');
  const names = remotes.map(({ name }) => name);
  const source = entrySource(area, names, shell.contract);
  await runCompilation({
    ...base,
    entry: { main: entry },
    plugins: [...(base.plugins ?? []), new rspack.experiments.VirtualModulesPlugin({ [entry]: source })],
  });
  await compressFiles(output, 9);
  const built = readdirSync(output);
  const main = built.find((file) => /^main\..*\.js$/.test(file)) ?? '';
  const fonts = fontPreloadLinks(built.filter((file) => file.endsWith('.woff2')).map((file) => folder + file));
  // File names are content hashes, so only the folder in the prerendered page has to change.
  const moved = (text: string): string =>
    [shell, ...remotes].reduce(
      (page, { name, version }) => page.replaceAll(`/remotes/${name}/${version}/`, folder),
      text,
    );
  return ({ route, html, head }) => ({
    files,
    path: route,
    page: (nonce) => `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    ${fonts}${addStyleNonce(moved(head), nonce)}
    <script defer src="${folder}${main}"></script>
  </head>
  <body>
    <div id="root">${moved(html)}</div>
    ${inlineRegistryScript(remotes, shell.contract)}
  </body>
</html>`,
  });
}
