/** What a value of a label must never be: each would make one series per person, vehicle or request. */
const unbounded: readonly RegExp[] = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i,
  /@/,
  /^[A-Z]{2}\d{2} ?[A-Z]{3}$/i,
  /\d{6,}/,
  /^(?:pi|ch|cus|sub|in|evt|re|dp|price)_/,
  /[?&=]/,
];

/** The labels of a Prometheus text whose values look like an id, an e-mail address, a registration or a query. */
export const personalLabelValues = (metrics: string): string[] =>
  metrics
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => [...line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)])
    .filter(([, , value = '']) => unbounded.some((pattern) => pattern.test(value)))
    .map(([label]) => label);
