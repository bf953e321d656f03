import { loadingFrameRoutes, type RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import { pathOwnershipOf } from '@ve/domain/releases/routing/place-of';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { contractVersion } from 'shared-deps';
import { StaticRouter } from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import { ShellApp } from './host/app.tsx';
import { SiteSkeleton } from './host/site-skeleton.tsx';
import { createRemoteHost, type RemoteHost } from './host/remote-host.ts';

/** The libraries that this shell provides to remotes that are rendered with it. */
export { shared } from 'shared-deps';

/** Elements that React hoists come before everything else. */
const hoisted = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;

/** The Content-Security-Policy forbids inline scripts (data blocks are not scripts) and style attributes. */
const needsInline = /<script(?! type="application\/ld\+json")[^>]*>|<template[^>]*>|<[^>]*\sstyle="[^>]*>/;

export interface PrerenderedPage {
  /** Goes into `#root`. */
  html: string;
  /** Title, description and style tags. */
  head: string;
}

const hostOf = (entry: RemoteRegistryEntry | null, module: unknown): RemoteHost =>
  createRemoteHost({
    contractVersion,
    registry: { contract: contractVersion, remotes: entry === null ? [] : [entry] },
    loadModule: () => Promise.resolve(module),
    fetchRegistry: () => Promise.resolve(null),
  });

async function renderAt(path: string, site: ReactNode): Promise<PrerenderedPage> {
  const sheet = new ServerStyleSheet();
  const failures: unknown[] = [];
  const { prelude } = await prerender(sheet.collectStyles(<StaticRouter location={path}>{site}</StaticRouter>), {
    // Above this size React would emit a hidden boundary, with an inline script to reveal it.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => {
      failures.push(error);
    },
  });
  const text = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  const [lead = ''] = hoisted.exec(text) ?? [];
  const html = text.slice(lead.length);
  const [inline] = needsInline.exec(html) ?? [];
  if (inline !== undefined) throw new Error(`${path} would need inline script or style, which pages forbid: ${inline}`);
  return { html, head: lead + sheet.getStyleTags() };
}

/**
 * Prerenders one page of this remote in this shell, or without a remote the page for unknown paths.
 * @throws when rendering throws, or when the result would need an inline script to be complete.
 */
export async function renderPage(
  entry: RemoteRegistryEntry | null,
  module: unknown,
  path: string,
): Promise<PrerenderedPage> {
  const host = hostOf(entry, module);
  if (entry !== null) await host.load(entry.name);
  return renderAt(path, <ShellApp host={host} />);
}

/**
 * Prerenders a page of this remote as it looks while it loads. The browser replaces it by the rendered page.
 * @throws as `fillPageTemplate`
 */
export async function renderLoadingPage(
  entry: RemoteRegistryEntry,
  module: unknown,
  path: string,
): Promise<PrerenderedPage> {
  const host = hostOf(entry, module);
  const { default: Pages } = await host.load(entry.name);
  const [pathname = ''] = path.split('?');
  const owned = pathOwnershipOf([entry], pathname);
  const titled = owned.at === 'page' && entry.chrome[owned.route]?.phoneHeader === 'title';
  return renderAt(
    path,
    <SiteSkeleton host={host} titled={titled}>
      <Pages />
    </SiteSkeleton>,
  );
}

/** Prerenders the placeholder frames of pages that are not prerendered, by the routes of the contract. */
export async function renderLoadingFrames(): Promise<(PrerenderedPage & { route: string })[]> {
  const host = hostOf(null, null);
  const { whole, titled } = loadingFrameRoutes;
  return Promise.all(
    [whole, titled].map(async (route) => ({
      route,
      ...(await renderAt(route, <SiteSkeleton host={host} titled={route === titled} />)),
    })),
  );
}
