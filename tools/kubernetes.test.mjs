import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { CronJob, Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { kubernetesFilesOf } from './kubernetes-manifests.mjs';
import { interpolateVariables, isSecretName } from './testing/compose.mjs';
import { environmentOfStage, instructionsOfStage, readDockerfile } from './testing/dockerfile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const folder = join(root, 'docker/kubernetes');
const read = (path) => readFileSync(join(root, path), 'utf8');
const compose = parse(read('docker-compose.yml'));
const stages = readDockerfile(read('docker/Dockerfile'));

/** The kinds by what is published of them for Kubernetes: validators of its OpenAPI document. */
const kinds = Object.fromEntries(
  [
    ...[CronJob, Deployment, HorizontalPodAutoscaler, Ingress, Job, NetworkPolicy, PersistentVolumeClaim],
    ...[PodDisruptionBudget, Service],
  ].map((kind) => [`${kind.apiVersion} ${kind.kind}`, kind]),
);

const manifests = readdirSync(folder)
  .filter((file) => file === 'prepare.yaml' || file === 'site.yaml')
  .flatMap((file) => parseAllDocuments(read(`docker/kubernetes/${file}`)).map((document) => document.toJS()));
const named = (kind, name) => manifests.find((each) => each.kind === kind && each.metadata.name === name);

/** The pods, each with its service of compose. */
const pods = [
  ['prepare', 'migrate', named('Job', 'prepare').spec.template],
  ['bff', 'bff', named('Deployment', 'bff').spec.template],
  ['workers', 'workers', named('Deployment', 'workers').spec.template],
  ['backup', 'backup', named('CronJob', 'backup').spec.jobTemplate.spec.template],
  ['backup', 'backup', named('CronJob', 'backup-and-check').spec.jobTemplate.spec.template],
];

test('docker/kubernetes is made from docker-compose.yml', () => {
  const expected = kubernetesFilesOf(compose);
  expect(Object.fromEntries(Object.keys(expected).map((file) => [file, read(`docker/kubernetes/${file}`)]))).toEqual(
    expected,
  );
});

test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest]))(
  '%s %s is of the published schema',
  (_, name, manifest) => {
    const kind = kinds[`${manifest.apiVersion} ${manifest.kind}`];
    expect(kind).toBeDefined();
    expect(() => new kind(manifest).validate()).not.toThrow();
  },
);

test('the schemas refuse what is of another type, or missing', () => {
  const { spec, ...rest } = named('Deployment', 'bff');
  expect(() => new Deployment({ ...rest, spec: { ...spec, replicas: 'two' } }).validate()).toThrow(/replicas/);
  expect(() => new Deployment({ ...rest, spec: { ...spec, selector: undefined } }).validate()).toThrow(/selector/);
});

describe.each(pods)('the pod of %s', (label, service, { metadata, spec }) => {
  const [container] = spec.containers;
  const { environment, image, command, tmpfs } = compose.services[service];

  test('has the image and the variables of compose, and no secret', () => {
    expect(container.image).toBe(interpolateVariables(image, {}));
    expect(container.env.map(({ name }) => name)).toEqual(Object.keys(environment));
    for (const { name, value, valueFrom } of container.env) {
      const text = String(environment[name]);
      if (/:\?/.test(text)) {
        expect({ name, value }).toEqual({ name, value: undefined });
        expect(valueFrom.secretKeyRef.optional).toBeUndefined();
      } else {
        const otherwise = interpolateVariables(text, {});
        expect({ name, value: value ?? '' }).toEqual({ name, value: otherwise });
        if (value === undefined) expect(valueFrom.secretKeyRef.optional).toBe(true);
      }
      if (isSecretName(name)) expect({ name, value }).toEqual({ name, value: undefined });
    }
  });

  test('is unprivileged, on a read-only root, and has no account of the cluster', () => {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(tmpfs).toHaveLength(1);
    expect(container.volumeMounts).toContainEqual({ name: 'memory', mountPath: '/tmp' });
  });

  test('runs what compose runs, and is reached as one policy says', () => {
    if (label === 'backup') {
      const stage = stages.find(({ name }) => name === 'backup');
      const [own, nightly] = [JSON.parse(instructionsOfStage(stage, 'CMD').at(-1)), '--nightly'];
      expect(container.command.filter((word) => word !== '--check')).toEqual(own.filter((word) => word !== nightly));
    } else expect(container.command).toEqual(command);
    expect(metadata.labels['app.kubernetes.io/name']).toBe(label);
    expect(named('NetworkPolicy', label).spec.podSelector.matchLabels).toEqual({ 'app.kubernetes.io/name': label });
  });
});

describe.each([
  ['bff', '/readyz?exclude=database'],
  ['workers', '/readyz'],
])('the Deployment of %s', (name, ready) => {
  const { spec } = named('Deployment', name);
  const [container] = spec.template.spec.containers;
  const service = compose.services[name];

  test('asks its own port whether it lives and is ready', () => {
    const port = Number(environmentOfStage(stages.find((stage) => stage.name === name)).PORT);
    expect(container.readinessProbe.httpGet).toEqual({ path: ready, port });
    for (const probe of [container.startupProbe, container.livenessProbe])
      expect(probe.httpGet).toEqual({ path: '/healthz', port });
    expect(container.ports).toEqual([
      { name: 'http', containerPort: port },
      { name: 'metrics', containerPort: Number(service.environment.METRICS_PORT) },
    ]);
  });

  test('has as long to end as in compose, and as many replicas', () => {
    expect(`${spec.template.spec.terminationGracePeriodSeconds}s`).toBe(service.stop_grace_period);
    expect(spec.replicas).toBe(2);
    expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(named('PodDisruptionBudget', name).spec.selector).toEqual(spec.selector);
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  });
});

test('the autoscaler follows a metric of the workers', () => {
  const { scaleTargetRef, metrics } = named('HorizontalPodAutoscaler', 'workers').spec;
  expect(named(scaleTargetRef.kind, scaleTargetRef.name)).toBeDefined();
  expect(read('libs/server-kit/src/queue/queue-metrics.ts')).toContain(`name: '${metrics[0].external.metric.name}'`);
});

test('nothing is reached that no policy permits', () => {
  const { podSelector, policyTypes, ingress, egress } = named('NetworkPolicy', 'nothing-else').spec;
  expect({ podSelector, policyTypes, ingress, egress }).toEqual({
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
    ingress: undefined,
    egress: undefined,
  });
});

test('names are asked of the cluster alone', () => {
  const rules = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .flatMap(({ spec }) => spec.egress ?? [])
    .filter(({ ports }) => ports.some(({ port }) => port === 53));
  expect(rules).toHaveLength(4);
  for (const { to } of rules)
    expect(to).toEqual([
      {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
        podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
      },
    ]);
});
