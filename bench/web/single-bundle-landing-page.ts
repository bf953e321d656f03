import { runCompilation } from '@ve/build/run-compilation';
import { shellConfig } from '@ve/build/preset';
import { compressFiles } from '@ve/build/release-files';
import { installedPackageVersions, repositoryRoot } from '@ve/build/repository';
import { rspack } from '@rspack/core';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fontPreloadLinks, type LandingPageBuild, inlineRegistryScript, addStyleNonce } from './federated-site.ts';
import type { ServedPage } from './served-page.ts';

const folder = '/remotes/one-bundle/1/';

/**
 * The same shell and pages in one build, as one would write them without remotes: the landing page in the entry chunk,
 * every other area in its own chunk.
 */
const entrySource = (names: readonly string[], contract: string): string => `
import ${JSON.stringify(join(repositoryRoot, 'shell/src/strict-csp.ts'))};
import { startShellPage } from ${JSON.stringify(join(repositoryRoot, 'shell/src/host/start.tsx'))};
import * as landing from ${JSON.stringify(join(repositoryRoot, 'mfe-search/src/remote.tsx'))};
const areas = {
  'mfe-search': () => Promise.resolve(landing),
${names
  .filter((name) => name !== 'mfe-search')
  .map((name) => `  '${name}': () => import(${JSON.stringify(join(repositoryRoot, name, 'src/remote.tsx'))}),`)
  .join('\n')}
};
void startShellPage(document.getElementById('root'), {
  contractVersion: ${JSON.stringify(contract)},
  loadModule: ({ name }) => areas[name](),
});
`;

/** Built and served like the federated one: same page, same compression, same policy. */
export async function singleBundleLandingPage({ shell, remotes, html, head }: LandingPageBuild): Promise<ServedPage> {
  const files = join(repositoryRoot, '.cache/bench-one-bundle');
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
  const source = entrySource(
    remotes.map(({ name }) => name),
    shell.contract,
  );
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
  const document = (nonce: string): string => `<!doctype html>
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
</html>`;
  return { files, page: document };
}
