import type { PageConfig } from '@ve/contracts/page-config';
import { useEffect, useState } from 'react';

/** Stands for the site's origin in prerendered pages, as `contracts/remote-manifest` says; a test holds it to that too. */
export const originPlaceholder = '%ORIGIN%';

/*
 * The contract's schema written out by hand, because every page reads this and a schema library would weigh more than
 * the page. A test holds it to the schema.
 */

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const origins = /^https?:\/\/[a-z0-9.:[\]-]+$/;

const isUrls = (value: unknown): value is Record<string, string> =>
  isFields(value) &&
  Object.entries(value).every(
    ([key, url]) => /^[A-Z][A-Z0-9_]*$/.test(key) && typeof url === 'string' && /^https?:\/\//.test(url),
  );

function parsePageConfig(value: unknown): PageConfig | null {
  if (!isFields(value)) return null;
  const { origin, route, ownSources, urls } = value;
  if (typeof origin !== 'string' || !origins.test(origin) || !isUrls(urls)) return null;
  if ((route !== null && typeof route !== 'string') || typeof ownSources !== 'boolean') return null;
  return { origin, route, ownSources, urls };
}

/** What the service wrote into this page; null where it wrote nothing that can be read (the remote alone). */
export function readPageConfig(page: Document): PageConfig | null {
  try {
    return parsePageConfig(JSON.parse(page.getElementById('ve-config')?.textContent ?? ''));
  } catch {
    return null;
  }
}

/**
 * The origin that canonical addresses begin with. While a page is rendered for a release nobody knows it: a placeholder
 * goes out, and the service that sends the page fills it with what it tells the browser too.
 */
export const siteOrigin = (): string =>
  typeof document === 'undefined' ? originPlaceholder : (readPageConfig(document)?.origin ?? location.origin);

/** The address that the service is configured with under the key; null where it is not set. Not known while prerendering. */
export const configuredUrl = (key: string): string | null => {
  const urls = readPageConfig(document)?.urls ?? {};
  return Object.hasOwn(urls, key) ? (urls[key] ?? null) : null;
};

const isSentFor = (route: string): boolean => {
  const config = readPageConfig(document);
  return config === null || config.route === route;
};

const reloadDocument = (): void => {
  location.reload();
};

/**
 * Whether this document was sent for the page at the route, with the foreign origins that `remote.json` grants to that
 * page alone. A visitor who came by a link inside the site has another page's document: it is asked for anew, which is
 * under way while this says no. Where a remote runs alone, nothing is granted and nothing is missing.
 */
export function useOwnDocument(route: string, reload: () => void = reloadDocument): boolean {
  const [own] = useState(() => isSentFor(route));
  useEffect(() => {
    if (!own) reload();
  }, [own, reload]);
  return own;
}
