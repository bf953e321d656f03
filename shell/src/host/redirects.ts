/** Addresses that moved (specification section 2). */
const moved: ReadonlyMap<string, string> = new Map([
  ['/pages/terms', '/terms'],
  ['/pages/contact', '/contact'],
  ['/pages/privacy', '/privacy'],
  ['/pages/faq', '/faq'],
]);

/** Where the page has moved to, or null. A slash at the end makes no difference. */
export const redirectFor = (pathname: string): string | null => moved.get(pathname.replace(/(.)\/+$/, '$1')) ?? null;
