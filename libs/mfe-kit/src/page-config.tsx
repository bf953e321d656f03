import type { PageConfig } from '@ve/contracts/page-config';

/** Stands for the site's origin in finished pages, as `contracts/remote-manifest` says; a test holds it to that too. */
export const originPlaceholder = '%ORIGIN%';

/*
 * The contract's schema written out by hand, because every page reads this and a schema library would weigh more than
 * the page. A test holds it to the schema.
 */

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const origins = /^https?:\/\/[a-z0-9.:[\]-]+$/;

function parsePageConfig(value: unknown): PageConfig | null {
  if (!isFields(value)) return null;
  const { origin, contactForm: form } = value;
  if (typeof origin !== 'string' || !origins.test(origin)) return null;
  if (form === null) return { origin, contactForm: null };
  if (!isFields(form)) return null;
  const { url, framed } = form;
  if (typeof url !== 'string' || !url.startsWith('https://') || typeof framed !== 'boolean') return null;
  return { origin, contactForm: { url, framed } };
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
