import { readFileSync } from 'node:fs';
import { UsageError } from './release-command.ts';

/** Where to release to, and by what right. */
export interface ReleaseTarget {
  /** Origin of the site, without a slash at its end. */
  url: string;
  token: string;
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * The target of `RELEASE_URL` and `RELEASE_TOKEN`. For a site on this machine the token may also be in the file that
 * `npm start` writes: `{"mfe-report": "…"}`.
 * @throws UsageError when there is no token, or it would travel in clear
 */
export function readTarget(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  tokenFile: string,
): ReleaseTarget {
  const given = environment.RELEASE_URL || 'http://localhost:3000';
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError('RELEASE_URL must be an http(s) address.');
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new UsageError('RELEASE_URL must be https: over http anybody on the way could read the token.');
  }
  const token = environment.RELEASE_TOKEN || (isLoopback(url) ? localToken(name, tokenFile) : null);
  if (token === null) {
    throw new UsageError(
      `There is no RELEASE_TOKEN. Whoever runs ${url.origin} makes one: npm run release-token -- ${name} --label "…"${
        isLoopback(url) ? '\nFor a site on this machine npm start makes one for every remote that it publishes.' : ''
      }`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('RELEASE_TOKEN has characters that no token has.');
  return { url: url.origin, token };
}

function localToken(name: string, file: string): string | null {
  try {
    const tokens = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const token = tokens[name];
    return typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}
