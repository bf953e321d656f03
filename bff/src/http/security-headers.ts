import type { FastifyReply, FastifyRequest } from 'fastify';

const permissions = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * The Permissions-Policy of a page. Allows payment requests for origins that provide both scripts and frames: Stripe's
 * frames use them to open the browser's wallets.
 */
export const permissionsPolicyOfPage = ({ scripts, frames }: PageContentSources = noPageContentSources): string => {
  const payees = frames.filter((frame) => scripts.includes(frame)).map((origin) => `"${origin}"`);
  return `${permissions}, payment=(${payees.length === 0 ? '' : ['self', ...payees].join(' ')})`;
};

const minimalSecurityPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface PageContentSources {
  scripts: readonly string[];
  frames: readonly string[];
  connects: readonly string[];
}

export const noPageContentSources: PageContentSources = { scripts: [], frames: [], connects: [] };

const socketOf = (origin: string): string => origin.replace(/^http/, 'ws');

/**
 * The Content-Security-Policy of a page: scripts, styles, images, fonts and calls from our own origin only, plus the
 * given sources. Style elements need the response's nonce, because styled-components writes them; style attributes are
 * forbidden. `local`: development servers of an override, from which the page loads remotes with hot updates. `inline`:
 * hashes of the inline scripts that the page may run.
 */
export const pageSecurityPolicy = ({
  nonce,
  secure,
  sources = noPageContentSources,
  local = [],
  inline = [],
}: {
  nonce: string;
  secure: boolean;
  sources?: PageContentSources | undefined;
  local?: readonly string[] | undefined;
  inline?: readonly string[] | undefined;
}): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inline, ...sources.scripts, ...local].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self'", ...local].join(' '),
    ["font-src 'self'", ...local].join(' '),
    ["connect-src 'self'", ...sources.connects, ...local, ...local.map(socketOf)].join(' '),
    "manifest-src 'self'",
    ...(sources.frames.length === 0 ? [] : [['frame-src', ...sources.frames].join(' ')]),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // A development server has no certificate.
    ...(secure && local.length === 0 ? ['upgrade-insecure-requests'] : []),
  ].join('; ');

/** The headers of every response, including errors; pages replace the policy with their own. */
export function securityHeaders(options: { strictTransport: boolean }): Record<string, string> {
  return {
    'content-security-policy': minimalSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicyOfPage(),
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-store',
    ...(options.strictTransport ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** Sets these headers and the request id before anything else can fail. */
export const applyResponseHeaders = (
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  void reply.headers(headers).header('x-request-id', request.id);
};
