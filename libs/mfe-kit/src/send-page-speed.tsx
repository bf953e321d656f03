import type { PageSpeed, reportPageSpeedEndpoint } from '@ve/contracts/http/releases/release-speed';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import type { EndpointMethodAndPath } from './response-guards.tsx';

/** Sent without `callApi`: there is no response to parse, and the page has ended. */
const speed: EndpointMethodAndPath<typeof reportPageSpeedEndpoint> = { method: 'POST', path: '/api/visitor/vitals' };

/** Sends the measured speed of this page when it is left. Never throws; a failed request is dropped. */
export function sendPageSpeed(body: PageSpeed): void {
  fetch(speed.path, {
    method: speed.method,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...firstPartyHeaders },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}
