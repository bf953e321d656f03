import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';

/** What a page says of the header above it. */
export interface PageChrome {
  /** Shown by the header on small screens, on routes whose `phoneHeader` in `remote.json` is `title`. */
  title: string | null;
}

const unsaid: PageChrome = { title: null };

const ChromeContext = createContext<PageChrome>(unsaid);
const SayContext = createContext<(chrome: PageChrome) => void>(() => undefined);

/** The host's part: keeps what the page below says for the header beside it. */
export function PageChromeProvider({ children }: { children: ReactNode }) {
  const [chrome, say] = useState(unsaid);
  return (
    <SayContext value={say}>
      <ChromeContext value={chrome}>{children}</ChromeContext>
    </SayContext>
  );
}

/** What the page on show says of the header. */
export const useShownChrome = (): PageChrome => useContext(ChromeContext);

/** Says it for as long as the page is on show, from before it is first painted. Nobody hears it where the remote runs alone. */
export function usePageChrome({ title }: PageChrome): void {
  const say = useContext(SayContext);
  useLayoutEffect(() => {
    say({ title });
    return () => {
      say(unsaid);
    };
  }, [say, title]);
}
