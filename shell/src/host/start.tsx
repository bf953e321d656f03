import { callApi } from '@ve/mfe-kit/api';
import { readPageConfig } from '@ve/mfe-kit/page-config';
import { installErrorReporting, reportError } from '@ve/mfe-kit/report-errors';
import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { remoteForPath } from '../registry/choose-remote.ts';
import { readRemotesWithResponseGuards, readRemoteRegistry } from '../registry/read-registry.ts';
import { ShellApp } from './app.tsx';
import type { FirstView } from './first-fallback.tsx';
import { installLinkPreloading } from './preload-links.ts';
import { createRemoteHost, type LoadRemoteModule, type RemoteHost } from './remote-host.ts';

/** How long an empty document waits for its page's remote, in milliseconds, before it shows a skeleton. */
const firstRenderWaitMs = 1_500;
/** How long a document shows its own skeleton: longer than any remote takes that loads at all. */
const firstViewLimitMs = 12_000;

/** Whether the page differs from the prerendered HTML: visitors from a partner get another header. */
const differsFromPrerendered = (search: string): boolean => new URLSearchParams(search).get('utm_source') === 'partner';

/** Whether the page itself is prerendered, as opposed to nothing or a frame with a skeleton. */
const hasPrerendered = (root: HTMLElement): boolean =>
  root.firstElementChild !== null && root.querySelector('[data-ve-loading]') === null;

const fetchRegistry = () => callApi(readRemotesWithResponseGuards);

const reload = (): void => {
  location.reload();
};

/** Name and release of the page's owner; null for a page without owner. */
const ownerOf = (host: RemoteHost): { name: string; release: string } | null => {
  const registry = host.registry();
  const entry = registry && remoteForPath(registry, location.pathname);
  return entry && { name: entry.name, release: `${entry.name}@${entry.version}` };
};

/** Loads the remote of this page. Returns false when it cannot be loaded. */
async function prime(host: RemoteHost, onFailure: (error: unknown) => void): Promise<boolean> {
  const owner = ownerOf(host);
  if (!owner) return true;
  return host.load(owner.name).then(
    () => true,
    (error: unknown) => {
      onFailure(error);
      return false;
    },
  );
}

/** Loads the page's remote again on the next press; until it is loaded, presses have no effect. */
function retryWhenPressed(host: RemoteHost, name: string, onLoaded: () => void): void {
  const retry = () => {
    host.retry(name).then(onLoaded, () => {
      retryWhenPressed(host, name, onLoaded);
    });
  };
  document.addEventListener('click', retry, { once: true, capture: true });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Notifies the starter that the page is interactive. An only child, so that the ids below equal the prerendered ones.
 */
function AnnounceReady({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(() => {
    onReady();
    document.dispatchEvent(new Event('ve-ready'));
  }, [onReady]);
  return children;
}

/** Starts the page: hydrates a prerendered one, renders any other instead of its placeholder. Returns its remotes. */
export async function startShellPage(
  root: HTMLElement,
  {
    contractVersion,
    loadModule,
    warmUpMs = firstRenderWaitMs,
  }: { contractVersion: string; loadModule: LoadRemoteModule; warmUpMs?: number | undefined },
): Promise<RemoteHost> {
  installErrorReporting();
  const host = createRemoteHost({ registry: readRemoteRegistry(document), contractVersion, loadModule, fetchRegistry });
  installLinkPreloading(document, host);
  const prerendered = hasPrerendered(root) && !differsFromPrerendered(location.search);
  const config = readPageConfig(document);
  const documentRoute =
    config !== null && config.ownSources && config.route !== null ? { route: config.route, reload } : null;
  const firstView: FirstView | null =
    prerendered || root.firstElementChild === null ? null : { isReplaced: false, until: pause(firstViewLimitMs) };
  const onReady = () => {
    if (firstView !== null) firstView.isReplaced = true;
  };
  const app = (
    <AnnounceReady onReady={onReady}>
      <BrowserRouter>
        <ShellApp host={host} documentRoute={documentRoute} firstView={firstView} />
      </BrowserRouter>
    </AnnounceReady>
  );
  const owner = ownerOf(host);
  const remote = owner?.release;
  const ownerProps = remote === undefined ? {} : { remote };
  const primed = prime(host, (error) => {
    // Any other page reports the error where it shows it.
    if (prerendered) reportError(error, { type: 'JavaScript Error', ...ownerProps });
  });
  if (prerendered) {
    // In a transition React hydrates in pieces of milliseconds, between which the page answers.
    const hydrate = () => {
      startTransition(() => {
        hydrateRoot(root, app, {
          onRecoverableError: (error) => {
            reportError(error, { componentName: 'hydration', ...ownerProps });
          },
        });
      });
    };
    // Without its remote, prerendered HTML is better than an error: its links and forms work without JavaScript.
    if (await primed) hydrate();
    else if (owner) retryWhenPressed(host, owner.name, hydrate);
    return host;
  }
  await Promise.race([primed, pause(firstView === null ? warmUpMs : firstViewLimitMs)]);
  // In a transition, because only then does React keep the first view while the page is not ready.
  startTransition(() => {
    createRoot(root).render(app);
  });
  return host;
}
