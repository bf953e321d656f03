import { ThemeStyles } from '@ve/ui/theme/theme';
import { type ComponentType, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { PageStore } from './page-store.tsx';
import { SessionProvider } from './session.tsx';

/** Runs a remote without the shell: with the shell's providers, but no frame. */
export function mountStandalone(Remote: ComponentType): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <ThemeStyles />
      <BrowserRouter>
        <PageStore>
          <SessionProvider>
            <Suspense>
              <Remote />
            </Suspense>
          </SessionProvider>
        </PageStore>
      </BrowserRouter>
    </StrictMode>,
  );
}
