import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { repositoryRoot } from '../repository.ts';

/** The rule files that Prometheus loads, relative to `docker/prometheus`. */
export const prometheusRuleFiles = ['rules/objectives.yml', 'rules/alerts.yml'];

const ruleSchema = z.union([
  z.strictObject({
    alert: z.string(),
    expr: z.string(),
    for: z.string().optional(),
    labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
    annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
  }),
  z.strictObject({ record: z.string(), expr: z.string(), labels: z.record(z.string(), z.string()).optional() }),
]);
const fileSchema = z.object({ groups: z.array(z.object({ name: z.string(), rules: z.array(ruleSchema) })) });

export type PrometheusRule = z.infer<typeof ruleSchema>;
export type PrometheusAlert = Extract<PrometheusRule, { alert: string }>;

/** The recording and alert rules of docker/prometheus. @throws Error where a rule lacks what ours have */
export const readPrometheusRules = (): PrometheusRule[] =>
  prometheusRuleFiles.flatMap((path) =>
    fileSchema
      .parse(parse(readFileSync(join(repositoryRoot, 'docker/prometheus', path), 'utf8')))
      .groups.flatMap(({ rules }) => rules),
  );

export const isPrometheusAlert = (rule: PrometheusRule): rule is PrometheusAlert => 'alert' in rule;

const operators = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'by', 'without', 'bool', 'offset', 'group_left']);

/** The names of metrics and recorded series in a query of PromQL. */
export function metricNamesOfQuery(query: string): string[] {
  const names = query
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
    .matchAll(/[a-zA-Z_:][\w:]*(?!\s*\()(?![\w:])/g);
  return [...new Set([...names].map(([name]) => name))].filter(
    (name) => !operators.has(name) && !/^\d/.test(name) && name.length > 1,
  );
}
