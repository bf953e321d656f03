import { buildAll } from '@ve/build/build-all';
import { importRemoteContract, repositoryRoot } from '@ve/build/repository';
import { type PrerenderIndex, type Release, releaseSchema } from '@ve/contracts/remote-manifest';
import { readLiveReleaseVersions } from '@ve/build/release-store';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServedPage } from './served-page.ts';

/** A production release of the front end, independent of how its pages are served. */
export interface SiteBuild {
  store: string;
  shell: Release;
  remotes: Release[];
}

/** One of its prerendered pages. */
export interface PrerenderedPage {
  route: string;
  owner: Release;
  html: string;
  head: string;
}

const address = ({ name, version }: Release, file: string): string => `/remotes/${name}/${version}/${file}`;

/** Builds a production release of the front end into a separate store. */
export async function buildSite(): Promise<SiteBuild> {
  const store = join(repositoryRoot, '.cache/bench-store');
  await buildAll({ root: repositoryRoot, store, mode: 'production', contract: await importRemoteContract() });
  const releases = Object.entries(readLiveReleaseVersions(store)).map(([name, version]) =>
    releaseSchema.parse(JSON.parse(readFileSync(join(store, name, version, 'release.json'), 'utf8'))),
  );
  const shell = releases.find(({ name }) => name === 'shell');
  if (shell === undefined) throw new Error('The shell did not build');
  return { store, shell, remotes: releases.filter((release) => release !== shell) };
}

/** Every page that was prerendered at release. */
export function prerenderedPagesOf({ store, shell, remotes }: SiteBuild): PrerenderedPage[] {
  return remotes.flatMap((owner) => {
    if (owner.prerender.length === 0) return [];
    const folder = join(store, 'prerendered', shell.version, owner.name, owner.version);
    const { pages } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as PrerenderIndex;
    return pages
      .filter(({ route }) => owner.prerender.includes(route))
      .map(({ route, html, head }) => ({
        route,
        owner,
        html: readFileSync(join(folder, html), 'utf8'),
        head: readFileSync(join(folder, head), 'utf8'),
      }));
  });
}

/** @throws Error for a route that is not prerendered */
export function prerenderedPageOf(site: SiteBuild, route: string): PrerenderedPage {
  const page = prerenderedPagesOf(site).find((each) => each.route === route);
  if (page === undefined) throw new Error(`${route} is not prerendered`);
  return page;
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

/** A page as the BFF sends it. */
export function federatedPage({ store, shell, remotes }: SiteBuild, page: PrerenderedPage): ServedPage {
  const { route, owner, html, head } = page;
  const template = readFileSync(join(store, 'shell', shell.version, shell.document ?? ''), 'utf8');
  const scripts = [shell, owner].flatMap((release) =>
    [release.entry, ...release.preload].map((file) => address(release, file)),
  );
  const fonts = fontPreloadLinks(shell.fonts.map((font) => address(shell, font)));
  const assets = owner.pages[route]?.hydrate === undefined ? startingScripts(scripts) : waitingScripts(shell, scripts);
  return {
    files: store,
    path: route,
    page: (nonce) =>
      template
        .replace('<!--ve-head-->', () => fonts + addStyleNonce(head, nonce))
        .replace('<!--ve-assets-->', () => assets)
        .replace('<!--ve-root-->', () => html)
        .replace('<!--ve-body-->', () => inlineRegistryScript(remotes, shell.contract)),
  };
}

const startingScripts = ([entry = '', ...others]: readonly string[]): string =>
  others.map((file) => `<link rel="preload" as="script" href="${file}">`).join('') +
  `<script defer src="${entry}"></script>`;

const waitingScripts = (shell: Release, scripts: readonly string[]): string =>
  `<script defer src="${address(shell, shell.starter ?? '')}" data-scripts="${scripts.join(' ')}"></script>`;
