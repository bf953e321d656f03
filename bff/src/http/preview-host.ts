import { breakGlassHeader } from '@ve/contracts/local-admin';
import { isPreviewName, type PreviewedRelease } from '@ve/domain/kernel/release/release-preview';
import type { FastifyRequest } from 'fastify';
import type { BffConfig } from '../config.ts';
import { hasTwoHosts, hostOf } from './host-check.ts';

/** A request for the host of a preview. */
export interface PreviewRequest {
  /** The name of the preview, whether or not there is one. */
  name: string;
  origin: string;
  /** The cookies that came with the request, of which only the key of this preview counts. */
  cookies: string | null;
  /** What it shows; null until the link has been checked. */
  shows: PreviewedRelease | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on the site itself. */
    preview: PreviewRequest | null;
  }
}

type Config = Pick<BffConfig, 'PUBLIC_ORIGIN' | 'PREVIEW_DOMAIN' | 'NODE_ENV' | 'REHEARSAL'>;

/** The domain of previews; null where there are none: in production it must be configured. */
export function previewDomainOf({ PUBLIC_ORIGIN, PREVIEW_DOMAIN, NODE_ENV, REHEARSAL }: Config): string | null {
  if (PREVIEW_DOMAIN !== undefined) return PREVIEW_DOMAIN;
  if (NODE_ENV === 'production' && !REHEARSAL) return null;
  const { hostname } = new URL(PUBLIC_ORIGIN);
  // Browsers resolve every name below `localhost`, and no name below an address.
  return /^[a-z]/.test(hostname) ? `preview.${hostname}` : 'preview.localhost';
}

/** The origin of a preview; null where there are none. */
export function previewOrigin(config: Config, name: string): string | null {
  const domain = previewDomainOf(config);
  const { protocol, port } = new URL(config.PUBLIC_ORIGIN);
  return domain === null ? null : `${protocol}//${name}.${domain}${port === '' ? '' : `:${port}`}`;
}

/**
 * Recognises requests for the hosts of previews, by the same rules as `createHostCheck` and with nothing else in the
 * name, at every route: also at those that answer under any host. A request that is not for one is left to that check.
 */
export function createPreviewHosts(config: Config): (request: FastifyRequest) => PreviewRequest | null {
  const domain = previewDomainOf(config);
  if (domain === null) return () => null;
  const { protocol, port } = new URL(config.PUBLIC_ORIGIN);
  const publicPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  const onThisMachine = config.NODE_ENV !== 'production' || config.REHEARSAL;
  const pattern = new RegExp(`^([a-z0-9-]{1,63})\\.${domain.replaceAll('.', '\\.')}(?::(\\d{1,5}))?$`);
  return (request) => {
    if (hasTwoHosts(request.raw)) return null;
    const [, name, given] = pattern.exec(hostOf(request.raw)) ?? [];
    if (name === undefined || !isPreviewName(name)) return null;
    const isOurPort =
      given === undefined
        ? port === ''
        : given === publicPort || (onThisMachine && Number(given) === request.socket.localPort);
    if (!isOurPort) return null;
    const origin = `${protocol}//${name}.${domain}${given === undefined || port === '' ? '' : `:${given}`}`;
    return { name, origin, cookies: request.headers.cookie ?? null, shows: null };
  };
}

/** Headers that identify the caller, which the host of a preview does not do. */
const credentials = ['cookie', 'authorization', breakGlassHeader];

/** Makes a request anonymous before anything reads who sent it. */
export function removeCredentials({ raw }: FastifyRequest): void {
  for (const name of credentials) Reflect.deleteProperty(raw.headers, name);
}
