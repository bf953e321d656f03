/** The parameter that holds the secret of a shared report. */
const secret = 'token';

function withoutToken(address: string): string {
  const url = new URL(address, window.location.href);
  url.searchParams.delete(secret);
  return url.href;
}

/**
 * Removes the token from the page's URL while it is printed: a browser prints the URL in the margin, and as links in a
 * PDF. Restores it after printing. Returns a function that removes the listeners.
 */
export function hideUrlTokenWhilePrinting(): () => void {
  let restore: (() => void) | null = null;
  const hide = () => {
    if (restore !== null) return;
    const { href } = window.location;
    const links = [...document.querySelectorAll<HTMLAnchorElement>(`a[href*="${secret}="]`)].map(
      (link) => [link, link.getAttribute('href') ?? ''] as const,
    );
    for (const [link, address] of links) link.setAttribute('href', withoutToken(address));
    window.history.replaceState(window.history.state, '', withoutToken(href));
    restore = () => {
      window.history.replaceState(window.history.state, '', href);
      for (const [link, address] of links) link.setAttribute('href', address);
      restore = null;
    };
  };
  const show = () => restore?.();
  window.addEventListener('beforeprint', hide);
  window.addEventListener('afterprint', show);
  return () => {
    window.removeEventListener('beforeprint', hide);
    window.removeEventListener('afterprint', show);
    show();
  };
}
