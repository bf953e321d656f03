const ofThisMachine = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/**
 * The response headers by which pages on this machine, and no other site, may read what a development server serves.
 * `origin` is the request's. `null` as the allowed origin would be that of any sandboxed frame.
 */
export const devServerHeaders = (origin: string | undefined): Record<string, string> => ({
  vary: 'origin',
  ...(origin !== undefined && ofThisMachine.test(origin) && { 'access-control-allow-origin': origin }),
});
