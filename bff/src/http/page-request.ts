import type { FastifyRequest } from 'fastify';

/** Programs that say so of themselves: search engines, previews of links, probes. */
const robot =
  /(?<!cu)bot\b|crawl|spider|slurp|facebookexternalhit|embedly|whatsapp|preview|lighthouse|pagespeed|pingdom|uptime|monitor/i;

export const isRobot = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  robot.test(headers['user-agent'] ?? '');

const firstOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '');

/** Whether the browser only fetches ahead: the page may never be shown. */
export const isPrefetch = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /^(prefetch|preview)\b/i.test(firstOf(headers[name])));
