/**
 * What the board's page may load: everything from here, nothing from elsewhere. Its style elements are written by its own
 * script, which knows no nonce; they may stand here, and on no other page.
 */
export const boardSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The board's page without what it would load from elsewhere: its fonts. The browser's own stand in for them. */
export const boardDocument = (html: string): string =>
  html.replace(/\s*<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>/g, '');
