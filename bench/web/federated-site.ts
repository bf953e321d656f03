import { buildAll } from '@ve/build/build-all';
import { importRemoteContract, repositoryRoot } from '@ve/build/repository';
import type { Release } from '@ve/contracts/remote-manifest';
import { readLiveReleaseVersions } from '@ve/build/release-store';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServedPage } from './served-page.ts';

/** The parts of a landing page, independent of how its scripts were built. */
export interface LandingPageBuild {
  store: string;
  shell: Release;
  remotes: Release[];
  html: string;
  head: string;
}

const address = ({ name, version }: Release, file: string): string => `/remotes/${name}/${version}/${file}`;

/** Builds a production release of the front end into a separate store. */
export async function buildLandingPage(): Promise<LandingPageBuild> {
  const store = join(repositoryRoot, '.cache/bench-store');
  await buildAll({ root: repositoryRoot, store, mode: 'production', contract: await importRemoteContract() });
  const releases = Object.entries(readLiveReleaseVersions(store)).map(
    ([name, version]) => JSON.parse(readFileSync(join(store, name, version, 'release.json'), 'utf8')) as Release,
  );
  const shell = releases.find(({ name }) => name === 'shell');
  const search = releases.find(({ name }) => name === 'mfe-search');
  if (shell === undefined || search === undefined) throw new Error('shell or mfe-search did not build');
  const pages = join(store, 'prerendered', shell.version, search.name, search.version);
  return {
    store,
    shell,
    remotes: releases.filter((release) => release !== shell),
    html: readFileSync(join(pages, 'index.html'), 'utf8'),
    head: readFileSync(join(pages, 'index.head.html'), 'utf8'),
  };
}

export const inlineRegistryScript = (remotes: readonly Release[], contract: string): string => {
  const entries = remotes.map((release) => ({
    name: release.name,
    version: release.version,
    contract: release.contract,
    routes: release.routes,
    slots: release.slots,
    entry: address(release, release.entry),
    preload: release.preload.map((file) => address(release, file)),
  }));
  const registry = JSON.stringify({ contract, remotes: entries }).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="ve-registry">${registry}</script>`;
};

export const addStyleNonce = (head: string, nonce: string): string =>
  `<meta property="csp-nonce" nonce="${nonce}">${head.replaceAll('<style', `<style nonce="${nonce}"`)}`;

export const fontPreloadLinks = (fonts: readonly string[]): string =>
  fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`).join('');

/** The landing page as the BFF sends it. */
export function federatedLandingPage({ store, shell, remotes, html, head }: LandingPageBuild): ServedPage {
  const template = readFileSync(join(store, 'shell', shell.version, shell.document ?? ''), 'utf8');
  const owner = remotes.filter(({ routes }) => routes.includes('/'));
  const scripts = [shell, ...owner].flatMap((release) =>
    [release.entry, ...release.preload].map((file) => address(release, file)),
  );
  const starter = address(shell, shell.starter ?? '');
  const fonts = fontPreloadLinks(shell.fonts.map((font) => address(shell, font)));
  return {
    files: store,
    page: (nonce) =>
      template
        .replace('<!--ve-head-->', () => fonts + addStyleNonce(head, nonce))
        .replace(
          '<!--ve-assets-->',
          () => `<script defer src="${starter}" data-scripts="${scripts.join(' ')}"></script>`,
        )
        .replace('<!--ve-root-->', () => html)
        .replace('<!--ve-body-->', () => inlineRegistryScript(remotes, shell.contract)),
  };
}
