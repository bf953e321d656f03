import { machineTimeMs } from '@ve/server-kit/clock/machine-time';
import { httpUrlConfigField } from '@ve/server-kit/config/process-fields';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { failed, notChecked, passed, type DoctorCheck, type DoctorResult } from './doctor-check.ts';
import { withVariables, type Environment } from './doctor-variables.ts';

const dayMs = 86_400_000;
/** Certificates for 90 days are renewed 30 days before their end: less means that the renewal fails. */
const leastCertificateDays = 14;
const leastHstsSeconds = 180 * 86_400;

/** When the certificate of a host ends. @throws Error when it is not valid for the host */
const readCertificateEnd = (origin: URL, signal: AbortSignal): Promise<Date> =>
  new Promise((resolve, reject) => {
    const { hostname: host, port } = origin;
    const socket = connect({ host, port: Number(port || 443), servername: isIP(host) > 0 ? '' : host }, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.destroy();
      resolve(new Date(end));
    });
    socket.on('error', reject);
    signal.addEventListener('abort', () => void socket.destroy());
  });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'no connection';

/** Looks at the site as a visitor's browser reaches it, through its proxy. `httpPort`: where addresses without https go. */
export const publicOriginChecks = (
  env: Environment,
  { nowMs = machineTimeMs, httpPort = 80 }: { nowMs?: () => number; httpPort?: number } = {},
): DoctorCheck[] => {
  const remedy = 'Start the BFF and the proxy in front of it: docs/operations/deploy.md';
  const check = (name: string, run: (origin: URL, signal: AbortSignal) => Promise<DoctorResult>): DoctorCheck => ({
    group: 'Public origin',
    name,
    remedy,
    run: withVariables(env, { PUBLIC_ORIGIN: httpUrlConfigField() }, ({ PUBLIC_ORIGIN: text }, signal) => {
      const origin = new URL(text);
      return origin.protocol === 'https:'
        ? run(origin, signal)
        : Promise.resolve(notChecked('PUBLIC_ORIGIN is not https, which production refuses'));
    }),
  });
  const fetchPage = async (url: URL, signal: AbortSignal): Promise<Response> => {
    try {
      return await fetch(url, { redirect: 'manual', signal });
    } catch (error) {
      const { cause } = error as { cause?: unknown };
      throw new Error(`the site does not answer (${codeOf(cause)})`, { cause: error });
    }
  };
  return [
    check('TLS', async (origin, signal) => {
      const renew = 'Renew the certificate at the proxy, for this host';
      let end: Date;
      try {
        end = await readCertificateEnd(origin, signal);
      } catch (error) {
        return failed(`no valid certificate (${codeOf(error)})`, renew);
      }
      const days = Math.floor((end.getTime() - nowMs()) / dayMs);
      return days >= leastCertificateDays
        ? passed(`the certificate holds ${days} days`)
        : failed(`the certificate ends in ${days} days`, renew);
    }),
    check('HSTS', async (origin, signal) => {
      const { headers } = await fetchPage(origin, signal);
      const [, seconds = '0'] = /\bmax-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '') ?? [];
      return Number(seconds) >= leastHstsSeconds
        ? passed()
        : failed(
            'the header Strict-Transport-Security is missing or short',
            'Let the proxy pass on the header of the BFF, which sends it with NODE_ENV=production',
          );
    }),
    check('redirect from http', async (origin, signal) => {
      const redirect = 'Let the proxy redirect port 80 to https: docs/operations/deploy.md';
      const plain = new URL(`http://${origin.hostname}:${httpPort}/`);
      const answer = await fetch(plain, { redirect: 'manual', signal }).catch(() => null);
      if (answer === null) return failed('an address without https does not answer', redirect);
      const to = answer.headers.get('location') ?? '';
      const isAway = answer.status >= 300 && answer.status < 400 && URL.canParse(to, plain.href);
      return isAway && new URL(to, plain).origin === origin.origin
        ? passed()
        : failed('an address without https is not redirected to PUBLIC_ORIGIN', redirect);
    }),
    check('Host header', async (origin, signal) => {
      const { status } = await fetchPage(new URL('/api/session', origin), signal);
      if (status === 200) return passed();
      return status === 421
        ? failed('the BFF is given another host', 'Let the proxy pass on Host unchanged: docs/operations/deploy.md')
        : failed(`/api/session answered ${status}`, remedy);
    }),
    {
      group: 'Public origin',
      name: 'client address',
      remedy,
      run: () =>
        Promise.resolve(
          notChecked('no answer of the site shows it: compare TRUST_PROXY with docs/operations/deploy.md'),
        ),
    },
  ];
};
