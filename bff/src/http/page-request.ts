import type { FastifyRequest } from 'fastify';

/** Programs that identify themselves: search engines, link previews, probes. */
const robot =
  /(?<!cu)bot\b|crawl|spider|slurp|facebookexternalhit|embedly|whatsapp|preview|lighthouse|pagespeed|pingdom|uptime|monitor/i;

export const isRobotRequest = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  robot.test(headers['user-agent'] ?? '');

const firstOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '');

/** Whether the browser only prefetches the page, which may never be shown. */
export const isPrefetchRequest = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /^(prefetch|preview)\b/i.test(firstOf(headers[name])));
