import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Longer than any page takes that loads at all, in milliseconds. */
const busyLimitMs = 15_000;

const controlAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('a[href], button') : null;

/** Whether a click, which no script has handled, makes the browser replace this document. */
const isNavigation = (control: HTMLElement, { button, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  control instanceof HTMLAnchorElement &&
  button === 0 &&
  !(metaKey || ctrlKey || shiftKey) &&
  control.target === '' &&
  !control.hasAttribute('download') &&
  /^https?:$/.test(control.protocol) &&
  control.href.split('#')[0] !== location.href.split('#')[0];

interface PressFeedback {
  /** The page of the current URL is shown. */
  settle: () => void;
  remove: () => void;
}

/**
 * Marks the link or button of a navigation as busy until the next page is shown; the theme shows that. The previous page
 * stays until then, so that a press would otherwise have no visible effect.
 */
function installPressFeedback(page: Document): PressFeedback {
  let shown = location.href;
  let busy: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    clearTimeout(timer);
    busy?.removeAttribute('aria-busy');
    busy = null;
  };
  const show = (control: HTMLElement) => {
    // A button of ours that is busy already says so in words.
    if (control.hasAttribute('aria-busy')) return;
    rest();
    busy = control;
    control.setAttribute('aria-busy', 'true');
    timer = setTimeout(rest, busyLimitMs);
  };
  const onClick = (event: MouseEvent) => {
    const control = controlAt(event.target);
    if (control === null) return;
    if (location.href !== shown || (!event.defaultPrevented && isNavigation(control, event))) show(control);
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    const control = event.submitter ?? form?.querySelector<HTMLElement>('button');
    if (control && (location.href !== shown || !event.defaultPrevented)) show(control);
  };
  page.addEventListener('click', onClick);
  page.addEventListener('submit', onSubmit);
  // Back to a document that the browser has kept.
  window.addEventListener('pageshow', rest);
  return {
    settle: () => {
      shown = location.href;
      rest();
    },
    remove: () => {
      rest();
      page.removeEventListener('click', onClick);
      page.removeEventListener('submit', onSubmit);
      window.removeEventListener('pageshow', rest);
    },
  };
}

/** Shows that a press on a link or button has been received, until the page that it leads to is shown. */
export function usePressFeedback(): void {
  const feedback = useRef<PressFeedback>(null);
  const current = useLocation();
  useEffect(() => {
    const installed = installPressFeedback(document);
    feedback.current = installed;
    return installed.remove;
  }, []);
  useEffect(() => {
    feedback.current?.settle();
  }, [current]);
}
