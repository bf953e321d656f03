import type { PageConfig } from '@ve/contracts/page-config';
import { originPlaceholder, type Release } from '@ve/contracts/remote-manifest';
import { toRegistry, type LiveRegistry, releaseUrl } from '../platform/live-registry.ts';

export interface Prerendered {
  html: string;
  head: string;
}

export interface PageParts {
  template: string;
  live: LiveRegistry;
  shell: Release;
  /** The remote that owns the route; null if none does. */
  owner: Release | null;
  prerendered: Prerendered | null;
  config: PageConfig;
  nonce: string;
}

const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const preload = (url: string, as: string, more = ''): string =>
  `<link rel="preload" as="${as}" href="${attribute(url)}"${more}>`;

const dataBlock = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${jsonForScript(value)}</script>`;

/**
 * Completes prerendered HTML for this response: style elements get its nonce, and the origin placeholder is replaced.
 * It occurs in attributes and in JSON blocks; the configuration allows no origin with special characters in either, and
 * it is escaped all the same.
 */
const complete = (html: string, { nonce, config }: PageParts): string =>
  html
    .replace(/<style(?=[\s>])/gi, () => `<style nonce="${nonce}"`)
    .replaceAll(originPlaceholder, () => attribute(config.origin));

/** What a page is called, and says to whoever runs no script, while nothing of it was rendered before. */
const untitled = '<title>Vehicle Enquiry</title>';
const needsScript =
  '<noscript><h1>Vehicle Enquiry</h1><p>This page needs JavaScript. Turn it on and reload the page, or go to the ' +
  '<a href="/">home page</a>, which can be read without it.</p></noscript>';

function headOf(parts: PageParts): string {
  const { shell, owner, prerendered, nonce } = parts;
  return [
    // styled-components reads the nonce from here.
    `<meta property="csp-nonce" nonce="${nonce}">`,
    // Fonts are always fetched without credentials, so their preload must be marked crossorigin.
    ...shell.fonts.map((file) => preload(releaseUrl(shell, file), 'font', ' type="font/woff2" crossorigin')),
    ...shell.styles.map((file) => `<link rel="stylesheet" href="${attribute(releaseUrl(shell, file))}">`),
    ...(owner ? [owner.entry, ...owner.preload].map((file) => preload(releaseUrl(owner, file), 'script')) : []),
    prerendered ? complete(prerendered.head, parts) : untitled,
  ].join('');
}

/** The shell's document with its three placeholders filled. Inserted text is never searched for placeholders. */
export function renderPage(parts: PageParts): string {
  const fillings: Record<string, string> = {
    '<!--ve-head-->': headOf(parts),
    '<!--ve-root-->': parts.prerendered ? complete(parts.prerendered.html, parts) : '',
    '<!--ve-body-->':
      (parts.prerendered ? '' : needsScript) +
      dataBlock('ve-registry', toRegistry(parts.live)) +
      dataBlock('ve-config', parts.config),
  };
  return parts.template.replace(/<!--ve-(?:head|root|body)-->/g, (place) => fillings[place] ?? '');
}
