import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { findFrontEndPackages } from './build-all.ts';
import { parseReleaseCommand } from './release/release-command.ts';
import { repositoryRoot as root } from './repository.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Step {
  id?: string;
  uses?: string;
  run?: string;
}
interface Workflow {
  on: { workflow_dispatch?: { inputs: Record<string, { options?: string[] }> } };
  jobs: Record<string, { steps: Step[] }>;
}
const workflow = (name: string): Workflow => parse(read(`.github/workflows/${name}.yml`)) as Workflow;
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps }) => steps);
const commandOf = (steps: readonly Step[], id: string): string => steps.find((step) => step.id === id)?.run ?? '';

test('.nvmrc names the Node that is installed for every platform', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> };
  const pinned = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect([...new Set(pinned.map(([, version]) => version))]).toEqual([read('.nvmrc').trim()]);
});

test('CODEOWNERS names one team for each remote, and for all else', () => {
  const owned = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '));
  for (const entry of owned) expect(entry).toEqual([expect.any(String), expect.stringMatching(/^@[\w-]+\/[\w-]+$/)]);
  const [everything, ...folders] = owned.map(([path = '']) => path);
  expect(everything).toBe('*');
  expect(folders.toSorted()).toEqual(
    findFrontEndPackages(root)
      .filter((name) => name !== 'shell')
      .map((name) => `/${name}/`),
  );
});

test('the tests of a pull request are those of .ci/run', () => {
  expect(existsSync(join(root, '.ci/run'))).toBe(true);
  const steps = stepsOf(workflow('test'));
  expect(steps.flatMap(({ id, run }) => (run === undefined || id !== undefined ? [] : run))).toEqual(['.ci/run']);
  expect(steps.flatMap(({ id }) => id ?? [])).toEqual(['programs']);
});

test('the tests of a pull request have the client of the server, and the programs of the images that we run', () => {
  const install = commandOf(stepsOf(workflow('test')), 'programs');
  const { services } = parse(read('docker-compose.yml')) as { services: Record<string, { image: string }> };
  expect(install).toContain(` ${services.postgres?.image.replace(':', 'ql-client-')}\n`);
  const [, pattern = ''] = /grep -oE '([^']+)' docker-compose\.yml/.exec(install) ?? [];
  expect(read('docker-compose.yml').match(new RegExp(pattern, 'g'))).toEqual([
    services.prometheus?.image,
    services.alertmanager?.image,
  ]);
  for (const program of ['prometheus', 'promtool', 'amtool'])
    expect(install).toMatch(new RegExp(`tools='.*\\b${program}\\b`));
});

describe('the release workflow', () => {
  const release = workflow('release');
  const steps = stepsOf(release);
  const inputs = release.on.workflow_dispatch?.inputs ?? {};
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 've-workflow-'));
    writeFileSync(join(folder, 'npm'), '#!/usr/bin/env bash\nprintf "%s\\n" "$@"\n');
    chmodSync(join(folder, 'npm'), 0o755);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('offers the shell and every remote', () => {
    expect(inputs['name']?.options?.toSorted()).toEqual(findFrontEndPackages(root).toSorted());
  });

  test.each([
    ['publish', {}],
    ['canary', { share: 25 }],
    ['promote', {}],
    ['rollback', {}],
  ])('%s: calls npm run release as the command understands it', (action, expected) => {
    expect(inputs['action']?.options).toContain(action);
    const WHY = 'It is "safe"; $(echo not run)';
    const env = {
      PATH: [folder, process.env.PATH].join(delimiter),
      ...{ NAME: 'mfe-report', ACTION: action, SHARE: '25', WHY },
    };
    const printed = execFileSync('bash', ['-euo', 'pipefail', '-c', commandOf(steps, 'release')], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [run, script, ...rest] = printed.trimEnd().split('\n');
    expect([run, script]).toEqual(['run', 'release']);
    const given = rest.filter((argument) => argument !== '--');
    expect(parseReleaseCommand(given, {})).toMatchObject({ name: 'mfe-report', action, why: WHY, ...expected });
  });

  test('its list of parts names every library that a remote is built from', () => {
    const printed = execFileSync('bash', ['-c', commandOf(steps, 'sbom').replace(/ > .*$/, '')], {
      cwd: root,
      env: { ...process.env, NAME: 'mfe-report' },
      encoding: 'utf8',
      maxBuffer: 64 * 1_024 * 1_024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { bomFormat, components } = JSON.parse(printed) as {
      bomFormat: string;
      components: { 'bom-ref': string; scope: string }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    const required = components.filter(({ scope }) => scope === 'required').map((component) => component['bom-ref']);
    const { dependencies } = JSON.parse(read('mfe-report/package.json')) as { dependencies: Record<string, string> };
    const declared = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
    expect(required).toEqual(expect.arrayContaining(declared));
  });
});
