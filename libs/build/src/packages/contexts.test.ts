import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { repositoryRoot as root } from '../repository.ts';
import {
  businessContextFolders,
  businessContextOf,
  businessContexts,
  contextPurposes,
  findImportRefusal,
} from './contexts.ts';
import { findDependencyCycle } from './workspace-packages.ts';

const files = Object.values(businessContextFolders)
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
  .map((file) => file.replaceAll('\\', '/'));

const importsOf = (file: string): string[] =>
  ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName);

test.each([
  ['libs/data/src/jobs/outbox/outbox.repository.ts', '../../messaging/mails/mail.entity.ts', 'refused'],
  ['libs/app/src/messaging/queue-message.ts', '../jobs/client-limit.ts', 'allowed'],
  ['bff/src/vehicle/vehicle-data/vehicle-data.service.ts', '@ve/domain/monitoring/alerts/alert', 'refused'],
  ['bff/src/monitoring/watch/watch.service.ts', '@ve/domain/vehicle/mot/mot-state', 'allowed'],
  ['bff/src/platform/metrics.ts', '@ve/data/jobs/limit/token-bucket.repository', 'refused'],
  ['workers/src/identity/mails/sign-in-link.mail.tsx', '@ve/contracts/http/operations/admin-users', 'refused'],
  ['bff/src/membership/membership.module.ts', '../operations/admin-users/admin-users.module.ts', 'allowed'],
  ['workers/src/jobs/queues.test.ts', '../operations/error-logs/write.handler.ts', 'allowed'],
  ['workers/src/main.ts', './operations/error-logs/write.handler.ts', 'allowed'],
  ['workers/src/jobs/repeating-task.ts', 'bullmq', 'allowed'],
])('%s, importing %s, is %s', (file, specifier, answer) => {
  expect(findImportRefusal(file, specifier) === null ? 'allowed' : 'refused').toBe(answer);
});

test('every folder of a package is a context, or holds what belongs to no context', () => {
  const others = files
    .filter((file) => businessContextOf(file) === null)
    .map((file) => dirname(file).replace(/^(libs\/)?([^/]+)\/src\/?/, '$2/'));
  expect([...new Set(others)].toSorted()).toEqual([
    'app/',
    'app/cli',
    'app/testing',
    'bff/',
    'bff/testing',
    'contracts/',
    'data/',
    'data/cli',
    'data/migrations',
    'data/migrations/baseline',
    'data/seed',
    'data/seed/million',
    'data/testing',
    'domain/testing',
    'workers/',
    'workers/testing',
  ]);
});

test('no import goes against the order', () => {
  const refused = files.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => findImportRefusal(file, specifier) !== null)
      .map((specifier) => `${file}: ${specifier}`),
  );
  expect(refused).toEqual([]);
});

test.each(['@ve/domain', '@ve/data'])('no folders of %s import each other in a cycle', (name) => {
  const source = businessContextFolders[name] ?? '';
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const from = posix.dirname(file);
    // Seeds and commands may import every context.
    if (
      !file.startsWith(`${source}/`) ||
      from === source ||
      businessContextOf(file) === null ||
      file.includes('.test.')
    )
      continue;
    for (const specifier of importsOf(file).filter((each) => each.startsWith('.'))) {
      const to = posix.dirname(posix.join(from, specifier));
      if (to === from || to === source) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  expect(findDependencyCycle(new Map([...graph].map(([from, to]) => [from, [...to]])))).toBeNull();
});

test('every file that a comment of these packages names exists', () => {
  const named = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/`(domain|data|contracts|bff|workers)\/([\w./-]+)`/g)].map(
      ([, name = '', path = '']) => ({ file, path: `${businessContextFolders[`@ve/${name}`]}/${path}` }),
    ),
  );
  const missing = named.filter(
    ({ path }) => !['', '.ts', '.tsx'].some((ending) => existsSync(join(root, path + ending))),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

test('the architecture page lists every context in order, with its purpose', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` +\| ([^|]+?) +\|/gm)].map(([, name, purpose]) => [name, purpose]);
  expect(rows).toEqual(businessContexts.map((context) => [context, contextPurposes[context]]));
});
