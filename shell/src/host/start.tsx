import { callApi } from '@ve/mfe-kit/api';
import { readPageConfig } from '@ve/mfe-kit/page-config';
import { installErrorReporting, reportError } from '@ve/mfe-kit/report-errors';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { remoteFor } from '../registry/choose-remote.ts';
import { guardedRegistry, readRegistry } from '../registry/read-registry.ts';
import { App } from './app.tsx';
import { installLinkPreloading } from './preload-links.ts';
import { createRemoteHost, type LoadModule, type RemoteHost } from './remote-host.ts';

/** How long the first render waits for the page's remote, in milliseconds: after that it shows a skeleton. */
const patience = 1_500;

/** Visitors from a partner see another header than the prerendered HTML has. */
const differsFromPrerendered = (search: string): boolean => new URLSearchParams(search).get('utm_source') === 'partner';

const fetchRegistry = () => callApi(guardedRegistry);

const reload = (): void => {
  location.reload();
};

/** Loads the remote of this page. False when it cannot be loaded. */
async function prime(host: RemoteHost): Promise<boolean> {
  const registry = host.registry();
  const entry = registry && remoteFor(registry, location.pathname);
  if (!entry) return true;
  return host.load(entry.name).then(
    () => true,
    () => false,
  );
}

/** Starts the page: hydrates prerendered HTML, renders anything else. */
export async function start(
  root: HTMLElement,
  contractVersion: string,
  loadModule: LoadModule,
  primeMs = patience,
): Promise<void> {
  installErrorReporting();
  const host = createRemoteHost({ registry: readRegistry(document), contractVersion, loadModule, fetchRegistry });
  installLinkPreloading(document, host);
  const prerendered = root.firstElementChild !== null && !differsFromPrerendered(location.search);
  const config = readPageConfig(document);
  const sentFor =
    config !== null && config.ownSources && config.route !== null ? { route: config.route, reload } : null;
  const app = (
    <BrowserRouter>
      <App host={host} sentFor={sentFor} />
    </BrowserRouter>
  );
  const primed = prime(host);
  if (prerendered) {
    // Without its remote, prerendered HTML is better than an error: its links and forms work without JavaScript.
    if (!(await primed)) return;
    hydrateRoot(root, app, {
      onRecoverableError: (error) => {
        reportError(error, { componentName: 'hydration' });
      },
    });
    return;
  }
  await Promise.race([primed, new Promise((resolve) => setTimeout(resolve, primeMs))]);
  createRoot(root).render(app);
}
