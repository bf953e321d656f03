import { readLogEventsAndMetrics } from './signals-page.ts';

/** Every label that a metric may have, and what bounds its values. */
const boundOfLabel: Record<string, string> = {
  caller: 'kinds of callers, in code',
  channel: 'stable and canary',
  job: 'names of jobs, in contracts',
  kind: 'kinds of cases, in code',
  method: 'the methods that Node’s parser of HTTP knows',
  name: 'names of releases (the shell and the remotes), and of scheduled jobs, in contracts',
  objective: 'service objectives, in code',
  outcome: 'outcomes of a call or a mail, in code',
  provider: 'vendors and their products, in code',
  queue: 'names of queues, in contracts',
  reason: 'reasons of a refusal, in code',
  result: 'results, in code',
  route: 'patterns of routes, never addresses',
  state: 'states, in code',
  status: 'codes of HTTP',
  step: 'steps of a sign-in, in code',
  unit: 'calls and pence',
  verdict: 'verdicts on a canary, in code',
  version: 'live releases alone: the others lose their series at the next reading',
  what: 'counted things, in code',
  why: 'reasons that end a connection, in code',
};

test('every label of every metric is bounded by something that is not a person, a vehicle or a request', () => {
  const { metrics } = readLogEventsAndMetrics();
  expect(metrics.length).toBeGreaterThan(30);
  const labels = metrics.flatMap(({ name, labels: of }) => of.map((label) => ({ name, label })));
  expect(labels.filter(({ label }) => !Object.hasOwn(boundOfLabel, label))).toEqual([]);
  expect(Object.keys(boundOfLabel).filter((known) => !labels.some(({ label }) => label === known))).toEqual([]);
});

test('the version of a release is a label of one metric alone, which forgets the releases before', () => {
  const { metrics } = readLogEventsAndMetrics();
  expect(metrics.filter(({ labels }) => labels.includes('version')).map(({ name }) => name)).toEqual([
    'live_release_share',
  ]);
});
