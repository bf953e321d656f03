import type { PageSpeed, reportPageSpeed } from '@ve/contracts/http/releases/release-speed';
import { ownCall } from '@ve/contracts/own-call';
import type { Addressed } from './answer-guards.tsx';

/** Sent without `callApi`: there is no answer to parse, and the page has ended. */
const speed: Addressed<typeof reportPageSpeed> = { method: 'POST', path: '/api/visitor/vitals' };

/** Sends how fast this page was, as it is left. Never throws; what cannot be sent is dropped. */
export function sendReadings(body: PageSpeed): void {
  fetch(speed.path, {
    method: speed.method,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...ownCall },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}
