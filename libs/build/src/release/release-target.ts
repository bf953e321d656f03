import { readFileSync } from 'node:fs';
import { UsageError } from './release-command.ts';

/** The site to release to, and the token for it. */
export interface ReleaseTarget {
  /** Origin of the site, without a trailing slash. */
  url: string;
  token: string;
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** The files that `npm start` has written on this machine. */
export interface LocalSite {
  /** URL of the local site; null where none runs, or it is starting. */
  url: string | null;
  /** The file with its tokens: `{"mfe-report": "…"}`. */
  tokenFile: string;
}

/**
 * The target of `RELEASE_URL`, else the local site, with `RELEASE_TOKEN`, else the tokens of this machine, which are
 * for sites on it. A token is only sent to the site that is named with it, never by default to another program that
 * listens on this machine.
 *
 * @throws UsageError when there is no token or no site, the token would travel unencrypted, or the site is ambiguous
 */
export function readReleaseTarget(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  here: LocalSite,
): ReleaseTarget {
  if (environment.RELEASE_TOKEN && !environment.RELEASE_URL) {
    throw new UsageError(
      'RELEASE_TOKEN is there without RELEASE_URL: give the address of the site that it is of, or leave both out to ' +
        'release to npm start on this machine.',
    );
  }
  const given = environment.RELEASE_URL || here.url;
  if (given === null) {
    throw new UsageError('No site runs here: start one by npm start, or give the address of another as RELEASE_URL.');
  }
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError('RELEASE_URL must be an http(s) address.');
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new UsageError('RELEASE_URL must be https: over http anybody on the way could read the token.');
  }
  const token = environment.RELEASE_TOKEN || (isLoopback(url) ? localToken(name, here.tokenFile) : null);
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
