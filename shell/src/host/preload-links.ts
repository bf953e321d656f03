import { remoteForPath } from '../registry/choose-remote.ts';
import { prefersReducedData } from './prefers-reduced-data.ts';
import type { RemoteHost } from './remote-host.ts';

const closestLink = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/**
 * Preloads the files of a page's remote when a link to it is hovered or focused, so that they are loaded before the
 * click. Returns a function that stops it.
 */
export function installLinkPreloading(page: Document, host: RemoteHost): () => void {
  const preloaded = new Set<string>();
  const preload = (file: string): void => {
    if (preloaded.has(file)) return;
    preloaded.add(file);
    const link = page.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.href = file;
    page.head.append(link);
  };
  const onHint = (event: Event): void => {
    const link = closestLink(event.target);
    const registry = host.registry();
    if (link === null || registry === null || link.origin !== page.location.origin || prefersReducedData()) return;
    const entry = remoteForPath(registry, link.pathname);
    if (entry === null || host.peek(entry.name) !== null) return;
    for (const file of [entry.entry, ...entry.preload]) preload(file);
  };
  page.addEventListener('pointerover', onHint, { passive: true });
  page.addEventListener('focusin', onHint);
  return () => {
    page.removeEventListener('pointerover', onHint);
    page.removeEventListener('focusin', onHint);
  };
}
