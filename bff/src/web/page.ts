import { toRegistry, type LiveRegistry, releaseUrl } from '../platform/live-registry.ts';
import type { Release } from '@ve/contracts/remote-manifest';

export interface Prerendered {
  html: string;
  head: string;
}

export interface PageParts {
  template: string;
  live: LiveRegistry;
  shell: Release;
  /** The remote whose route this is; null where nobody owns it. */
  owner: Release | null;
  prerendered: Prerendered | null;
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

/** Style elements of the prerendered page get this answer's nonce. */
const withNonce = (html: string, nonce: string): string => html.replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`);

function headOf({ shell, owner, prerendered, nonce }: PageParts): string {
  return [
    // Where styled-components looks for it.
    `<meta property="csp-nonce" nonce="${nonce}">`,
    // Fonts are always fetched without credentials, so their preload must be marked so.
    ...shell.fonts.map((file) => preload(releaseUrl(shell, file), 'font', ' type="font/woff2" crossorigin')),
    ...shell.styles.map((file) => `<link rel="stylesheet" href="${attribute(releaseUrl(shell, file))}">`),
    ...(owner ? [owner.entry, ...owner.preload].map((file) => preload(releaseUrl(owner, file), 'script')) : []),
    ...(prerendered ? [withNonce(prerendered.head, nonce)] : []),
  ].join('');
}

/** The shell's document with its three places filled. What is put in is never itself searched for places. */
export function renderPage(parts: PageParts): string {
  const fillings: Record<string, string> = {
    '<!--ve-head-->': headOf(parts),
    '<!--ve-root-->': parts.prerendered ? withNonce(parts.prerendered.html, parts.nonce) : '',
    '<!--ve-body-->': `<script type="application/json" id="ve-registry">${jsonForScript(toRegistry(parts.live))}</script>`,
  };
  return parts.template.replace(/<!--ve-(?:head|root|body)-->/g, (place) => fillings[place] ?? '');
}
