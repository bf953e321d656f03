import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

interface PressFeedback {
  /** The page of the current URL is shown. */
  settle: () => void;
  remove: () => void;
}

/**
 * Marks the link or button of a navigation as busy until the next page is shown; the theme shows that. The previous
 * page stays until then, so that a press would otherwise have no visible effect.
 */
function installPressFeedback(): PressFeedback {
  let shown = location.href;
  let busy: Element | null | undefined;
  const settle = () => {
    shown = location.href;
    busy?.removeAttribute('aria-busy');
    busy = null;
  };
  const onPress = (event: Event) => {
    // The page's own handlers have run: they navigate, or nothing changes.
    if (location.href === shown || busy) return;
    const { target } = event;
    const pressed = target instanceof Element ? target.closest('a, button') : null;
    busy = event instanceof SubmitEvent ? event.submitter : pressed;
    busy?.setAttribute('aria-busy', 'true');
  };
  document.addEventListener('click', onPress);
  document.addEventListener('submit', onPress);
  return {
    settle,
    remove: () => {
      settle();
      document.removeEventListener('click', onPress);
      document.removeEventListener('submit', onPress);
    },
  };
}

/** Shows that a press on a link or button has been received, until the page that it leads to is shown. */
export function usePressFeedback(): void {
  const feedback = useRef<PressFeedback>(null);
  const current = useLocation();
  useEffect(() => {
    feedback.current = installPressFeedback();
    return () => feedback.current?.remove();
  }, []);
  useEffect(() => {
    feedback.current?.settle();
  }, [current]);
}
