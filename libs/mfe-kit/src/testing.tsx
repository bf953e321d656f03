import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { ThemeStyles } from '@ve/ui/theme/theme';
import { Fragment, type ReactNode, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { PageChromeProvider, useCurrentPageChrome } from './page-chrome.tsx';
import { PageStore } from './page-store.tsx';
import { FixedSession, type SessionState, type SessionUser } from './session.tsx';

const userId = '00000000-0000-4000-8000-000000000001';

export const visitorSession: SessionState = { status: 'ready', user: null };
export const staffSession: SessionState = {
  status: 'ready',
  user: { id: userId, email: 'admin@example.com', roles: ['admin'] },
  staff: 'role',
};
export const signedInSession = (user: Partial<SessionUser> = {}): SessionState => ({
  status: 'ready',
  user: { id: userId, email: 'driver@example.com', roles: ['user'], ...user },
});

export interface RenderPageOptions {
  /** The path of the page, with query. */
  path?: string;
  session?: SessionState;
  /** The route pattern of the page, for pages that read parameters: `/blog/:id`. */
  route?: string;
  routes?: Record<string, ReactNode>;
  /** Provides queries to a page that uses them, as its remote does (`Queries`, `lazyPageWithQueries`). */
  queries?: boolean;
}

export interface RenderedPage extends RenderResult {
  user: UserEvent;
  /** The router's location: `/report?reg=AB12CDE`. */
  address: () => string;
  /** The title that the page sets for the header on small screens. */
  headerTitle: () => string | null;
}

/** Without retries: the page shows the first response. */
function TestQueries({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: false, gcTime: Infinity }, mutations: { retry: false } },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Renders a page as the shell would: router, session (a visitor's by default), theme; queries on request. */
export function renderPage(ui: ReactNode, options: RenderPageOptions = {}): RenderedPage {
  const { path = '/', session = visitorSession, route, routes = {}, queries = false } = options;
  const Around = queries ? TestQueries : Fragment;
  let address = path;
  let headerTitle: string | null = null;
  const Address = () => {
    const { pathname, search, hash } = useLocation();
    address = pathname + search + hash;
    return null;
  };
  const HeaderTitle = () => {
    headerTitle = useCurrentPageChrome().title;
    return null;
  };
  const page =
    route === undefined && Object.keys(routes).length === 0 ? (
      ui
    ) : (
      <Routes>
        {Object.entries(routes).map(([pattern, element]) => (
          <Route key={pattern} path={pattern} element={element} />
        ))}
        <Route path={route ?? '*'} element={ui} />
      </Routes>
    );
  const rendered = render(
    <MemoryRouter initialEntries={[path]}>
      <Around>
        <PageStore>
          <FixedSession session={session}>
            <ThemeStyles />
            <PageChromeProvider>
              {page}
              <Address />
              <HeaderTitle />
            </PageChromeProvider>
          </FixedSession>
        </PageStore>
      </Around>
    </MemoryRouter>,
  );
  return { ...rendered, user: userEvent.setup(), address: () => address, headerTitle: () => headerTitle };
}

export interface HydratedPage {
  /** The HTML as sent, rendered by the release tool. */
  html: string;
  root: HTMLElement;
  /** The differences between the hydrated page and the HTML that was sent. */
  mismatches: unknown[];
  remove: () => void;
}

/** Prerenders a page of a visitor, and hydrates it as the browser does. */
export async function hydratePage(ui: ReactNode, path: string): Promise<HydratedPage> {
  const page = (
    <PageStore>
      <FixedSession session={visitorSession}>
        <MemoryRouter initialEntries={[path]}>{ui}</MemoryRouter>
      </FixedSession>
    </PageStore>
  );
  const html = renderToString(page);
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  const mismatches: unknown[] = [];
  const mounted = await act(async () =>
    hydrateRoot(root, page, { onRecoverableError: (error) => mismatches.push(error) }),
  );
  const remove = () => {
    act(() => mounted.unmount());
    root.remove();
  };
  return { html, root, mismatches, remove };
}
