import { callApi } from '@ve/mfe-kit/api';
import { readPageConfig } from '@ve/mfe-kit/page-config';
import { installErrorReporting, reportError } from '@ve/mfe-kit/report-errors';
import { type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { remoteForPath } from '../registry/choose-remote.ts';
import { readRemotesWithResponseGuards, readRemoteRegistry } from '../registry/read-registry.ts';
import { ShellApp } from './app.tsx';
import { installLinkPreloading } from './preload-links.ts';
import { createRemoteHost, type LoadRemoteModule, type RemoteHost } from './remote-host.ts';

/** How long the first render waits for the page's remote, in milliseconds, before it shows a skeleton. */
const firstRenderWaitMs = 1_500;

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

/**
 * Notifies the starter that the page is interactive. An only child, so that the ids below equal the prerendered ones.
 */
function AnnounceReady({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.dispatchEvent(new Event('ve-ready'));
  }, []);
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
  const app = (
    <AnnounceReady>
      <BrowserRouter>
        <ShellApp host={host} documentRoute={documentRoute} />
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
    const hydrate = () => {
      hydrateRoot(root, app, {
        onRecoverableError: (error) => {
          reportError(error, { componentName: 'hydration', ...ownerProps });
        },
      });
    };
    // Without its remote, prerendered HTML is better than an error: its links and forms work without JavaScript.
    if (await primed) hydrate();
    else if (owner) retryWhenPressed(host, owner.name, hydrate);
    return host;
  }
  await Promise.race([primed, new Promise((resolve) => setTimeout(resolve, warmUpMs))]);
  createRoot(root).render(app);
  return host;
}
