import { PageStore } from '@ve/mfe-kit/page-store';
import { SessionProvider } from '@ve/mfe-kit/session';
import { SlotProvider, type SlotRenderer } from '@ve/mfe-kit/slot';
import { ThemeStyles } from '@ve/ui/theme/theme';
import { StrictMode, Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { AreaDown } from '../frame/area-down.tsx';
import { ErrorBoundary } from '../frame/error-boundary.tsx';
import { Frame } from '../frame/frame.tsx';
import { NotFoundPage } from '../frame/not-found.page.tsx';
import { fillersOf, remoteFor } from '../registry/choose-remote.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { redirectFor } from './redirects.ts';
import { RemoteArea, SlotArea } from './remote-area.tsx';
import type { RemoteHost } from './remote-host.ts';

interface HostProps {
  host: RemoteHost;
}

const useRegistry = ({ registry, subscribe }: RemoteHost) => useSyncExternalStore(subscribe, registry, registry);

/** The page came without a registry that could be read: ask for one when the visitor says so. */
function NoRegistry({ host }: HostProps) {
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void host.refresh().finally(() => {
      setBusy(false);
    });
  };
  return <AreaDown onRetry={retry} retrying={busy} />;
}

function Pages({ host }: HostProps) {
  const { pathname, search, hash } = useLocation();
  const registry = useRegistry(host);
  const elsewhere = redirectFor(pathname);
  if (elsewhere !== null) return <Navigate to={elsewhere + search + hash} replace />;
  if (registry === null) return <NoRegistry host={host} />;
  const entry = remoteFor(registry, pathname);
  return entry === null ? <NotFoundPage /> : <RemoteArea host={host} entry={entry} />;
}

/** Everything inside the router, the same in the browser and when a page is rendered for a release. */
export function App({ host }: HostProps) {
  const renderSlot = useCallback<SlotRenderer>(
    (slot, props) =>
      fillersOf(host.registry() ?? { contract: '', remotes: [] }, slot).map((entry) => (
        <SlotArea key={entry.name} host={host} entry={entry} slot={slot} props={props} />
      )),
    [host],
  );
  return (
    <StrictMode>
      <ThemeStyles />
      <ErrorBoundary>
        <PageStore>
          <SessionProvider>
            <SlotProvider render={renderSlot}>
              <Frame>
                <ErrorBoundary>
                  <Suspense fallback={<PageSkeleton />}>
                    <Pages host={host} />
                  </Suspense>
                </ErrorBoundary>
              </Frame>
            </SlotProvider>
          </SessionProvider>
        </PageStore>
      </ErrorBoundary>
    </StrictMode>
  );
}
