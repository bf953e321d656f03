import { stringify } from 'yaml';

/*
 * The manifests for Kubernetes that docker-compose.yml describes: its services that are built, without the sandbox.
 * PostgreSQL and Redis are hosted ones, and the cluster's ingress is what Caddy is there.
 */

/** @typedef {import('kubernetes-models/v1').IPodSpec} PodSpec */
/** @typedef {import('kubernetes-models/v1').IContainer} Container */
/** @typedef {NonNullable<Container['env']>} Env */
/** @typedef {import('kubernetes-models/networking.k8s.io/v1').INetworkPolicySpec} NetworkPolicySpec */

/** Every setting of `.env`, with DATABASE_URL and QUEUE_URL: no manifest holds a value. */
const settings = 'vehicle-enquiry';
const site = 'vehicle-enquiry.example';
const metricsPort = 9464;
const backupsVolume = 'backups';
/** Of PostgreSQL and Redis, as their addresses in the Secret say. */
const ports = { postgres: 5432, redis: 6379 };

/** @param {string} name */
const labelsOf = (name) => ({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'vehicle-enquiry' });
/** @param {string} name */
const selectorOf = (name) => ({ matchLabels: { 'app.kubernetes.io/name': name } });
/** @param {string} name */
const metadataOf = (name) => ({ name, labels: labelsOf(name) });

/**
 * The environment of a service. A whole URL of the database or the queues is a setting of its own here; what compose
 * leaves empty without a setting may be missing.
 * @param {Record<string, string>} environment
 * @returns {Env}
 */
const envOf = (environment) =>
  Object.entries(environment).map(([name, text]) => {
    const own = /^\$\{(\w+)(?::([-?])(.*))?\}$/.exec(text);
    const [, key = name, kind, otherwise = ''] = own ?? [];
    if (own ? kind === '-' && otherwise !== '' : !text.includes('$')) return { name, value: own ? otherwise : text };
    return { name, valueFrom: { secretKeyRef: { name: settings, key, ...(kind === '-' && { optional: true }) } } };
  });

/** The image of compose without a registry and with the usual version. @param {string} text */
const imageOf = (text) => text.replace(/\$\{\w+(?::-([^}]*))?\}/g, (_, otherwise = '') => otherwise);

/** Seconds of a duration of compose. @param {string | undefined} text */
const secondsOf = (text) => Number.parseInt(text ?? '', 10);

/** `/tmp:size=1g,mode=1777` as a volume in memory; without a size in compose there is one here. @param {string} text */
function memoryVolume(text) {
  const [mountPath = '', options = ''] = text.split(':');
  const [, size, unit] = /size=(\d+)([gm])/.exec(options) ?? [];
  return { mountPath, sizeLimit: size && unit ? `${size}${unit.toUpperCase()}i` : '256Mi' };
}

/**
 * The pod of a service: an unprivileged user, a read-only root, no account of the cluster.
 * @param {any} service
 * @param {{ container: string, more?: Partial<Container>, volumes?: PodSpec['volumes'] }} options
 * @returns {PodSpec}
 */
function podOf(service, { container, more = {}, volumes = [] }) {
  const tmpfs = (service.tmpfs ?? []).map(memoryVolume);
  return {
    automountServiceAccountToken: false,
    // The variables of other services would be taken for settings.
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: container,
        image: imageOf(service.image),
        ...(service.command && { command: service.command }),
        env: envOf(service.environment),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        ...more,
        volumeMounts: [
          ...tmpfs.map((/** @type {{ mountPath: string }} */ { mountPath }) => ({ name: 'memory', mountPath })),
          ...(more.volumeMounts ?? []),
        ],
      },
    ],
    volumes: [
      ...tmpfs.map((/** @type {{ sizeLimit: string }} */ { sizeLimit }) => ({
        name: 'memory',
        emptyDir: { medium: 'Memory', sizeLimit },
      })),
      ...volumes,
    ],
  };
}

/**
 * A Deployment with one pod more while it is renewed, and probes of its own port. Ready is what gets requests; what
 * does not live is restarted, and the database is no reason for it.
 * @param {string} name
 * @param {any} service
 * @param {{ replicas: number, ready: string, resources: Container['resources'] }} options
 * @returns {import('kubernetes-models/apps/v1').IDeployment}
 */
function deploymentOf(name, service, { replicas, ready, resources }) {
  const port = Number(service.environment.PORT);
  /** @param {string} path */
  const probe = (path) => ({ httpGet: { path, port }, timeoutSeconds: 5 });
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(name),
    spec: {
      replicas,
      selector: selectorOf(name),
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: { labels: labelsOf(name) },
        spec: {
          ...podOf(service, {
            container: name,
            more: {
              ports: [
                { name: 'http', containerPort: port },
                { name: 'metrics', containerPort: metricsPort },
              ],
              startupProbe: { ...probe('/healthz'), periodSeconds: 4, failureThreshold: 45 },
              livenessProbe: { ...probe('/healthz'), periodSeconds: 10, failureThreshold: 3 },
              readinessProbe: { ...probe(ready), periodSeconds: 2, failureThreshold: 1 },
              resources: resources ?? {},
            },
          }),
          // DRAIN_SECONDS and what closing takes, as in compose.
          terminationGracePeriodSeconds: secondsOf(service.stop_grace_period),
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: 'kubernetes.io/hostname',
              whenUnsatisfiable: 'ScheduleAnyway',
              labelSelector: selectorOf(name),
            },
          ],
        },
      },
    },
  };
}

/**
 * One pod may be away while machines are drained.
 * @param {string} name
 * @returns {import('kubernetes-models/policy/v1').IPodDisruptionBudget}
 */
const disruptionBudgetOf = (name) => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: metadataOf(name),
  spec: { maxUnavailable: 1, selector: selectorOf(name) },
});

/** @param {number[]} tcp @returns {NonNullable<NetworkPolicySpec['egress']>[number]} */
const egressTo = (...tcp) => ({ ports: tcp.map((port) => ({ protocol: 'TCP', port })) });
/** @type {NonNullable<NetworkPolicySpec['egress']>[number]} */
const dns = {
  to: [
    {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
      podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
    },
  ],
  ports: [
    { protocol: 'UDP', port: 53 },
    { protocol: 'TCP', port: 53 },
  ],
};
/** @param {string} namespace @param {number} port @returns {NonNullable<NetworkPolicySpec['ingress']>[number]} */
const ingressFrom = (namespace, port) => ({
  from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }],
  ports: [{ protocol: 'TCP', port }],
});

/**
 * @param {string} name
 * @param {Omit<NetworkPolicySpec, 'podSelector' | 'policyTypes'> & { podSelector?: NetworkPolicySpec['podSelector'] }} spec
 * @returns {import('kubernetes-models/networking.k8s.io/v1').INetworkPolicy}
 */
const networkPolicyOf = (name, { podSelector = selectorOf(name), ...spec }) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: metadataOf(name),
  spec: { podSelector, policyTypes: ['Ingress', 'Egress'], ...spec },
});

/**
 * A backup as in compose, but begun by the cluster's calendar.
 * @param {string} name
 * @param {any} service
 * @param {{ schedule: string, args: string[] }} run
 * @returns {import('kubernetes-models/batch/v1').ICronJob}
 */
function backupOf(name, service, { schedule, args }) {
  const mounts = service.volumes.map((/** @type {string} */ text) => {
    const [volume = '', mountPath = ''] = text.split(':');
    return { name: volume, mountPath };
  });
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: metadataOf(name),
    spec: {
      schedule,
      timeZone: 'Etc/UTC',
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 3600,
      jobTemplate: {
        spec: {
          backoffLimit: 2,
          template: {
            metadata: { labels: labelsOf('backup') },
            spec: {
              restartPolicy: 'Never',
              ...podOf(service, {
                container: 'backup',
                more: {
                  command: [
                    'node',
                    '--enable-source-maps',
                    'workers/dist/operations/backup/backup.command.js',
                    ...args,
                  ],
                  volumeMounts: mounts,
                },
                volumes: mounts.map((/** @type {{ name: string }} */ { name: volume }) => ({
                  name: volume,
                  persistentVolumeClaim: { claimName: volume },
                })),
              }),
            },
          },
        },
      },
    },
  };
}

/**
 * What has to be done before the site's pods of a new version start: a Job, which is deleted before the next version's.
 * @param {any} compose docker-compose.yml, parsed
 * @returns {import('kubernetes-models/batch/v1').IJob}
 */
export const prepareJobOf = ({ services: { migrate } }) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: metadataOf('prepare'),
  spec: {
    backoffLimit: 10,
    template: {
      metadata: { labels: labelsOf('prepare') },
      spec: { restartPolicy: 'Never', ...podOf(migrate, { container: 'prepare' }) },
    },
  },
});

/**
 * The site: everything but the Job of `prepareJobOf` and the Secret.
 * @param {any} compose docker-compose.yml, parsed
 * @returns {object[]}
 */
export function siteManifestsOf({ services }) {
  const { bff, workers, backup } = services;
  /** @param {string} name */
  const replicasOf = (name) =>
    1 + Object.values(services).filter((/** @type {any} */ service) => service.extends === name).length;
  const port = Number(bff.environment.PORT);

  /** @type {import('kubernetes-models/v1').IService} */
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf('bff'),
    spec: { selector: labelsOf('bff'), ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  };
  /** @type {import('kubernetes-models/networking.k8s.io/v1').IIngress} */
  const ingress = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: metadataOf('bff'),
    spec: {
      tls: [{ hosts: [site], secretName: 'vehicle-enquiry-tls' }],
      rules: [
        {
          host: site,
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'bff', port: { name: 'http' } } } }],
          },
        },
      ],
    },
  };
  /** @type {import('kubernetes-models/autoscaling/v2').IHorizontalPodAutoscaler} */
  const autoscaler = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: metadataOf('workers'),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'workers' },
      minReplicas: replicasOf('workers'),
      // With 300 connections, as docs/operations/scale.md counts them.
      maxReplicas: 4,
      metrics: [
        {
          type: 'External',
          external: {
            // Served by an adapter for Prometheus alone: max(queue_oldest_waiting_age_seconds) of all queues.
            metric: { name: 'queue_oldest_waiting_age_seconds' },
            target: { type: 'Value', value: '10' },
          },
        },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
    },
  };
  /** @type {import('kubernetes-models/v1').IPersistentVolumeClaim} */
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadataOf(backupsVolume),
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '50Gi' } } },
  };
  return [
    deploymentOf('bff', bff, {
      replicas: replicasOf('bff'),
      ready: '/readyz?exclude=database',
      // A gigabyte of it is for RELEASE_CACHE_DIR, which counts as memory.
      resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '2Gi' } },
    }),
    service,
    ingress,
    disruptionBudgetOf('bff'),
    deploymentOf('workers', workers, {
      replicas: replicasOf('workers'),
      ready: '/readyz',
      resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '1Gi' } },
    }),
    disruptionBudgetOf('workers'),
    autoscaler,
    volume,
    // By the hour of compose; on Sundays it is restored and compared as well.
    backupOf('backup', backup, { schedule: '0 2 * * 1-6', args: [] }),
    backupOf('backup-and-check', backup, { schedule: '0 2 * * 0', args: ['--check'] }),
    networkPolicyOf('nothing-else', { podSelector: {} }),
    networkPolicyOf('bff', {
      ingress: [ingressFrom('ingress-nginx', port), ingressFrom('monitoring', metricsPort)],
      egress: [dns, egressTo(ports.postgres, ports.redis, 443)],
    }),
    networkPolicyOf('workers', {
      ingress: [ingressFrom('monitoring', metricsPort)],
      egress: [dns, egressTo(ports.postgres, ports.redis, 443, 465, 587)],
    }),
    networkPolicyOf('prepare', { egress: [dns, egressTo(ports.postgres)] }),
    networkPolicyOf('backup', { egress: [dns, egressTo(ports.postgres)] }),
  ];
}

/** @param {object[]} manifests @returns {string} */
export const manifestsText = (manifests) =>
  '# For Kubernetes: docs/operations/kubernetes.md. Made from docker-compose.yml by node tools/write-kubernetes-manifests.mjs\n' +
  manifests.map((each) => stringify(each, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n');

/**
 * The files in docker/kubernetes, by name.
 * @param {any} compose docker-compose.yml, parsed
 */
export const kubernetesFilesOf = (compose) => ({
  'prepare.yaml': manifestsText([prepareJobOf(compose)]),
  'site.yaml': manifestsText(siteManifestsOf(compose)),
});
