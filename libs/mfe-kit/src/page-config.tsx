import type { PageConfig } from '@ve/contracts/page-config';
import { useEffect, useState } from 'react';

/** Placeholder for the site's origin in prerendered pages, as in `contracts/remote-manifest`; a test compares them. */
export const originPlaceholder = '%ORIGIN%';

/*
 * The contract's schema, written by hand, because every page reads this and a schema library would be larger than the
 * page. A test compares it with the schema.
 */

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const origins = /^https?:\/\/[a-z0-9.:[\]-]+$/;

const areTexts = (value: unknown, like: RegExp): value is Record<string, string> =>
  isFields(value) &&
  Object.entries(value).every(
    ([key, text]) => /^[A-Z][A-Z0-9_]*$/.test(key) && typeof text === 'string' && like.test(text),
  );

function parsePageConfig(value: unknown): PageConfig | null {
  if (!isFields(value)) return null;
  const { origin, route, ownSources, urls, keys = {} } = value;
  if (typeof origin !== 'string' || !origins.test(origin)) return null;
  if (!areTexts(urls, /^https?:\/\//) || !areTexts(keys, /^[A-Za-z0-9_-]{1,255}$/)) return null;
  if ((route !== null && typeof route !== 'string') || typeof ownSources !== 'boolean') return null;
  return { origin, route, ownSources, urls, keys };
}

/** The configuration that the service wrote into this document; null without a valid one (a standalone remote). */
export function readPageConfig(page: Document): PageConfig | null {
  try {
    return parsePageConfig(JSON.parse(page.getElementById('ve-config')?.textContent ?? ''));
  } catch {
    return null;
  }
}

/**
 * The origin of canonical URLs. While prerendering it is unknown and a placeholder, which the service replaces with the
 * origin that it also passes to the browser.
 */
export const siteOrigin = (): string =>
  typeof document === 'undefined' ? originPlaceholder : (readPageConfig(document)?.origin ?? location.origin);

const configured = (part: 'urls' | 'keys', key: string): string | null => {
  const values = readPageConfig(document)?.[part] ?? {};
  return Object.hasOwn(values, key) ? (values[key] ?? null) : null;
};

/** The configured URL for the key; null if it is not set, and while prerendering. */
export const configuredExternalUrl = (key: string): string | null => configured('urls', key);

/** The configured publishable key by its name; null as in `configuredExternalUrl`. */
export const configuredPublishableKey = (name: string): string | null => configured('keys', name);

const isDocumentOf = (route: string): boolean => {
  const config = readPageConfig(document);
  return config === null || config.route === route;
};

const reloadDocument = (): void => {
  location.reload();
};

/**
 * Whether this document was sent for the page at the route, with the foreign origins that `remote.json` grants only to
 * that page. After a client-side navigation the document is another page's: returns false and reloads it. In a
 * standalone remote it is always true.
 */
export function useEnsureDocumentForRoute(route: string, reload: () => void = reloadDocument): boolean {
  const [own] = useState(() => isDocumentOf(route));
  useEffect(() => {
    if (!own) reload();
  }, [own, reload]);
  return own;
}
