import { jsonForScript } from '@ve/contracts/json-for-script';
import type { PageConfig } from '@ve/contracts/page-config';
import { originPlaceholder, type Release } from '@ve/contracts/remote-manifest';
import { toPageRegistry, type LiveRegistry, releaseFileUrlInPage } from '../live/live-registry.ts';
import type { ReleaseOverride } from '../live/release-overrides.ts';
import { startupMonitorScript, startupMonitorAttributes } from './startup-monitor.ts';

export interface PrerenderedHtml {
  html: string;
  head: string;
}

export interface PageTemplateInput {
  template: string;
  live: LiveRegistry;
  override: ReleaseOverride | null;
  shell: Release;
  /** The remote that owns the route; null if none does. */
  owner: Release | null;
  /** The HTML visible before any script has run: the page, or the shell's frame while it loads. */
  prerendered: PrerenderedHtml | null;
  config: PageConfig;
  nonce: string;
  /** Whether the start of the shell is monitored, because a canary of it runs. */
  watched: boolean;
  /** Whether the page's scripts load only when it is idle or first used. */
  waits: boolean;
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const preload = (url: string, as: string, more = ''): string =>
  `<link rel="preload" as="${as}" href="${attribute(url)}"${more}>`;

const dataBlock = (id: string, value: unknown, more = ''): string =>
  `<script type="application/json" id="${id}"${more}>${jsonForScript(value)}</script>`;

/** The override for the page and for the developer tools in it; visitors' pages have none. */
const overrideBlock = ({ page, origins }: ReleaseOverride): string =>
  dataBlock('ve-override', page, ` data-origins="${attribute(origins.join(' '))}"`);

/**
 * Completes prerendered HTML for this response: style elements get its nonce, and the origin placeholder is replaced.
 * The placeholder occurs in attributes and in JSON blocks. The configuration allows no origin with special characters;
 * it is escaped anyway.
 */
const complete = (html: string, { nonce, config }: PageTemplateInput): string =>
  html
    .replace(/<style(?=[\s>])/gi, () => `<style nonce="${nonce}"`)
    .replaceAll(originPlaceholder, () => attribute(config.origin));

/** The title of a page that is not prerendered, and its text for visitors without scripts. */
const untitled = '<title>Vehicle Enquiry</title>';
const needsScript =
  '<noscript><h1>Vehicle Enquiry</h1><p>This page needs JavaScript. Turn it on and reload the page, or go to the ' +
  '<a href="/">home page</a>, which works without it.</p></noscript>';

const scriptsOf = (release: Release): string[] =>
  [release.entry, ...release.preload].map((file) => releaseFileUrlInPage(release, file));

/**
 * The document's scripts. On a page that waits, only the shell's starter is loaded, which gets the URLs of the others.
 */
function assetsOf({ shell, owner, waits }: PageTemplateInput): string {
  const [entry = '', ...others] = [...scriptsOf(shell), ...(owner ? scriptsOf(owner) : [])];
  if (waits && shell.starter !== null) {
    const starter = releaseFileUrlInPage(shell, shell.starter);
    return `<script defer src="${attribute(starter)}" data-scripts="${attribute([entry, ...others].join(' '))}"></script>`;
  }
  return [...others.map((url) => preload(url, 'script')), `<script defer src="${attribute(entry)}"></script>`].join('');
}

function startupMonitorOf(shell: Release): string {
  const attributes = Object.entries(startupMonitorAttributes(shell)).map(
    ([name, value]) => ` ${name}="${attribute(value)}"`,
  );
  return `<script${attributes.join('')}>${startupMonitorScript.text}</script>`;
}

function headOf(parts: PageTemplateInput): string {
  const { template, shell, owner, prerendered, override, nonce, watched } = parts;
  return [
    // Before every script that it monitors.
    ...(watched ? [startupMonitorOf(shell)] : []),
    // styled-components reads the nonce from here.
    `<meta property="csp-nonce" nonce="${nonce}">`,
    // Before the page's own scripts.
    ...(override?.devtools ? [`<script defer src="${attribute(override.devtools)}"></script>`] : []),
    // Fonts are always fetched without credentials, so their preload must be marked crossorigin.
    ...shell.fonts.map((file) => preload(releaseFileUrlInPage(shell, file), 'font', ' type="font/woff2" crossorigin')),
    ...shell.styles.map((file) => `<link rel="stylesheet" href="${attribute(releaseFileUrlInPage(shell, file))}">`),
    // The document of a shell without a starter has its own scripts, and no placeholder for others.
    ...(owner && !template.includes('<!--ve-assets-->') ? scriptsOf(owner).map((url) => preload(url, 'script')) : []),
    prerendered ? complete(prerendered.head, parts) : untitled,
  ].join('');
}

/** The shell's document with its placeholders filled. Inserted text is never searched for placeholders. */
export function fillPageTemplate(parts: PageTemplateInput): string {
  const fillings: Record<string, string> = {
    '<!--ve-head-->': headOf(parts),
    '<!--ve-assets-->': assetsOf(parts),
    '<!--ve-root-->': parts.prerendered ? complete(parts.prerendered.html, parts) : '',
    '<!--ve-body-->':
      (parts.prerendered ? '' : needsScript) +
      dataBlock('ve-registry', toPageRegistry(parts.live)) +
      dataBlock('ve-config', parts.config) +
      (parts.override ? overrideBlock(parts.override) : ''),
  };
  return parts.template.replace(/<!--ve-(?:head|assets|root|body)-->/g, (place) => fillings[place] ?? '');
}
