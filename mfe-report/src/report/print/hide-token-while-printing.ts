/** The parameter that is the secret of a shared report's address. */
const secret = 'token';

function bare(address: string): string {
  const url = new URL(address, window.location.href);
  url.searchParams.delete(secret);
  return url.href;
}

/**
 * Keeps the token of this page's address off the paper: a browser prints the address in the margin, and the links into a
 * PDF. It is back once the browser has printed. Returns what ends it.
 */
export function hideTokenWhilePrinting(): () => void {
  let restore: (() => void) | null = null;
  const hide = () => {
    if (restore !== null) return;
    const { href } = window.location;
    const links = [...document.querySelectorAll<HTMLAnchorElement>(`a[href*="${secret}="]`)].map(
      (link) => [link, link.getAttribute('href') ?? ''] as const,
    );
    for (const [link, address] of links) link.setAttribute('href', bare(address));
    window.history.replaceState(window.history.state, '', bare(href));
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
