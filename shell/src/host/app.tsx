import { PageChromeProvider } from '@ve/mfe-kit/page-chrome';
import { PageStore } from '@ve/mfe-kit/page-store';
import { SessionProvider } from '@ve/mfe-kit/session';
import { SlotProvider, type SlotRenderer } from '@ve/mfe-kit/slot';
import { ThemeStyles } from '@ve/ui/theme/theme';
import { type PathOwnership, pathOwnershipOf } from '@ve/domain/releases/routing/place-of';
import type { RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import { type ReactNode, StrictMode, Suspense, useCallback, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { AreaUnavailable } from '../frame/area-unavailable.tsx';
import { ErrorBoundary } from '../frame/error-boundary.tsx';
import { ShellFrame } from '../frame/frame.tsx';
import { NotFoundPage } from '../frame/not-found.page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { RemoteArea } from './remote-area.tsx';
import type { RemoteHost } from './remote-host.ts';
import { SlotArea } from './slot-area.tsx';
import { usePressFeedback } from '../frame/use-press-feedback.ts';
import { FirstFallback, type FirstView } from './first-fallback.tsx';
import { useRemoteRegistry } from './use-remote-registry.ts';
import { useSignInRedirect } from './use-sign-in-redirect.ts';

interface HostProps {
  host: RemoteHost;
}

/** The page that the document was sent for, when its CSP allows foreign origins. */
export interface ForeignOriginDocument {
  route: string;
  /** Loads the document of the current URL. */
  reload: () => void;
}

/** The page has no valid registry: fetches one when the visitor retries. */
function NoRegistry({ host }: HostProps) {
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void host.refresh().finally(() => {
      setBusy(false);
    });
  };
  return <AreaUnavailable onRetry={retry} retrying={busy} />;
}

/** Shown while the other page's document loads. */
function Reloading({ reload }: { reload: () => void }) {
  useEffect(reload, [reload]);
  return <PageSkeleton />;
}

interface PagesProps extends HostProps {
  /** The match of the current path; null without a valid registry. */
  place: PathOwnership<RemoteRegistryEntry> | null;
  documentRoute: ForeignOriginDocument | null;
}

function Pages({ host, place, documentRoute }: PagesProps) {
  const { search, hash } = useLocation();
  if (place === null) return <NoRegistry host={host} />;
  if (place.at === 'elsewhere') return <Navigate to={place.path + search + hash} replace />;
  const route = place.at === 'page' ? place.route : null;
  // Foreign origins that one page may use must not be available to others.
  if (documentRoute !== null && documentRoute.route !== route) return <Reloading reload={documentRoute.reload} />;
  return place.at === 'page' ? <RemoteArea host={host} entry={place.owner} /> : <NotFoundPage />;
}

interface SiteProps extends HostProps {
  documentRoute?: ForeignOriginDocument | null;
  /** What the document shows until the first page is ready; null where the skeleton of any page is shown instead. */
  firstView?: FirstView | null;
}

function Site({ host, documentRoute = null, firstView = null }: SiteProps) {
  const { pathname } = useLocation();
  useSignInRedirect();
  usePressFeedback();
  const registry = useRemoteRegistry(host);
  const place = registry && pathOwnershipOf(registry.remotes, pathname);
  const chrome = place?.at === 'page' ? place.owner.chrome[place.route] : undefined;
  return (
    <ShellFrame titled={chrome?.phoneHeader === 'title'}>
      <ErrorBoundary>
        <Suspense fallback={<FirstFallback view={firstView} />}>
          <Pages host={host} place={place} documentRoute={documentRoute} />
        </Suspense>
      </ErrorBoundary>
    </ShellFrame>
  );
}

export function ShellAppProviders({ host, children }: HostProps & { children: ReactNode }) {
  const renderSlot = useCallback<SlotRenderer>((place) => <SlotArea host={host} place={place} />, [host]);
  return (
    <StrictMode>
      <ThemeStyles />
      <ErrorBoundary>
        <PageStore>
          <SessionProvider>
            <SlotProvider render={renderSlot}>
              <PageChromeProvider>{children}</PageChromeProvider>
            </SlotProvider>
          </SessionProvider>
        </PageStore>
      </ErrorBoundary>
    </StrictMode>
  );
}

/** Everything inside the router, the same in the browser and in prerendering. */
export function ShellApp(props: SiteProps) {
  return (
    <ShellAppProviders host={props.host}>
      <Site {...props} />
    </ShellAppProviders>
  );
}
