import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';

/** The settings of a page for the header. */
export interface PageChrome {
  /** Shown by the header on small screens, on routes whose `phoneHeader` in `remote.json` is `title`. */
  title: string | null;
}

const unset: PageChrome = { title: null };

const ChromeContext = createContext<PageChrome>(unset);
const SetContext = createContext<(chrome: PageChrome) => void>(() => undefined);

/** For the host: passes the settings of the current page to the header. */
export function PageChromeProvider({ children }: { children: ReactNode }) {
  const [chrome, set] = useState(unset);
  return (
    <SetContext value={set}>
      <ChromeContext value={chrome}>{children}</ChromeContext>
    </SetContext>
  );
}

/** The current page's settings of the header. */
export const useCurrentPageChrome = (): PageChrome => useContext(ChromeContext);

/** Sets the header while the page is mounted, from before its first paint. Without effect in a standalone remote. */
export function usePageChrome({ title }: PageChrome): void {
  const set = useContext(SetContext);
  useLayoutEffect(() => {
    set({ title });
    return () => {
      set(unset);
    };
  }, [set, title]);
}
