/**
 * The Content-Security-Policy of the board's page: everything from our origin. Its own script writes style elements
 * without a nonce, which are allowed on this page only.
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

/** The board's page without its external fonts; the browser's fonts replace them. */
export const boardDocument = (html: string): string =>
  html.replace(/\s*<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>/g, '');
