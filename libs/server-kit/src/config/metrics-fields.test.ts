import * as z from 'zod';
import { metricsConfigFields, withMetricsRules } from './metrics-fields.ts';
import { serverProcessConfigFields } from './process-fields.ts';
import { readConfig } from './read-config.ts';
import { configIssues } from './testing/config-issues.ts';

const schema = withMetricsRules(z.object({ ...serverProcessConfigFields(3000), ...metricsConfigFields() }));

const issuesOf = (env: Record<string, string>): readonly string[] => configIssues(schema, env);

it('has no listener of its own by default, and one on loopback with a port alone', () => {
  expect(readConfig(schema, {}).METRICS_PORT).toBeUndefined();
  expect(readConfig(schema, { METRICS_PORT: '9464' })).toMatchObject({ METRICS_PORT: 9464, METRICS_HOST: '127.0.0.1' });
});

it.each([
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT must be another port than PORT, since it has a listener of its own'],
  [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST has no effect without METRICS_PORT: set both, or neither'],
  [{ METRICS_PORT: '70000' }, 'METRICS_PORT must be at most 65535'],
  [
    { METRICS_PORT: '9464', METRICS_HOST: 'metrics.example' },
    'METRICS_HOST must be localhost or an IP address of this machine',
  ],
])('refuses %j', (env, issue) => {
  expect(issuesOf(env)).toEqual([issue]);
});

it.each(['0.0.0.0', '::', '::1', 'localhost', '10.0.0.7'])('accepts %s, with any free port', (host) => {
  expect(issuesOf({ PORT: '0', METRICS_PORT: '0', METRICS_HOST: host })).toEqual([]);
});
