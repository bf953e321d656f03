import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** The rule files of docker/prometheus. */
export const prometheusRuleFiles = ['objectives', 'alerts'].map((name) => ({
  name: `${name}.yml`,
  text: readFileSync(fileURLToPath(new URL(`../../docker/prometheus/rules/${name}.yml`, import.meta.url)), 'utf8'),
}));

/** The names of the alerts in a rule file. */
export const alertNamesOf = (rules: string): string[] =>
  [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

/**
 * Rules whose times pass faster by a factor: the windows of their queries, how long a query has to hold, and the ages
 * that they compare. Shares, counts and the names of recorded series stay as they are.
 */
export const shortenRules = (rules: string, factor: number): string => {
  const shorter = (count: string, unit: string): string => `${(Number(count) * unitMs[unit]!) / factor}ms`;
  return rules
    .replace(/\[(\d+)([smh])\]/g, (_, count: string, unit: string) => `[${shorter(count, unit)}]`)
    .replace(/(\bfor: )(\d+)([smh])$/gm, (_, key: string, count: string, unit: string) => key + shorter(count, unit))
    .replace(/(_age_seconds\{[^}]*\}\) > )(\d+)/g, (_, query: string, age: string) => query + Number(age) / factor);
};
