import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { findDependencyCycle, forbiddenDependencies, readWorkspacePackages } from './workspace-packages.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const workspacePackages = readWorkspacePackages(root);

interface PackageJson {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  exports?: Record<string, unknown>;
}

const packageJson = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageJson;

const dependencies = (folder: string): Record<string, string> => packageJson(folder).dependencies ?? {};

const sourceFiles = (folder: string): string[] =>
  globSync(['src/**/*.{ts,tsx}', '*.ts'], { cwd: join(root, folder) })
    .filter((file) => !/\.(test|examples)\.tsx?$/.test(file))
    .map((file) => join(root, folder, file));

const importsOf = (file: string): string[] =>
  ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.map((imported) => imported.fileName);

describe('the graph of packages', () => {
  test('has only edges of the table', () => {
    expect(
      forbiddenDependencies(workspacePackages, (workspacePackage) => dependencies(workspacePackage.folder)),
    ).toEqual([]);
  });

  test('reports an edge that the table forbids', () => {
    expect(
      forbiddenDependencies(
        workspacePackages.filter((workspacePackage) => workspacePackage.folder === 'mfe-report'),
        () => ({ '@ve/mfe-search': '0.0.0' }),
      ),
    ).toEqual(['@ve/mfe-report may not depend on @ve/mfe-search']);
  });

  test('has no cycle', () => {
    const graph = new Map(
      workspacePackages.map((workspacePackage) => [
        workspacePackage.packageName,
        Object.keys(dependencies(workspacePackage.folder)).filter((name) => name.startsWith('@ve/')),
      ]),
    );
    expect(findDependencyCycle(graph)).toBeNull();
  });

  test('has no wildcard: every version is exact or bounded, nothing is re-exported wholesale', () => {
    for (const workspacePackage of workspacePackages) {
      const { dependencies: direct = {}, devDependencies = {} } = packageJson(workspacePackage.folder);
      for (const [name, version] of Object.entries({ ...direct, ...devDependencies })) {
        expect([workspacePackage.folder, name, version]).not.toContainEqual(expect.stringMatching(/^(\*|latest|x)$/));
      }
      for (const file of sourceFiles(workspacePackage.folder)) {
        const reExports = readFileSync(file, 'utf8').match(/^export \* /m);
        expect([relative(root, file), reExports]).toEqual([relative(root, file), null]);
      }
    }
  });

  test('every import of a package is a dependency that its package.json declares', () => {
    const undeclared = workspacePackages.flatMap((workspacePackage) => {
      const declared = new Set([
        ...Object.keys(dependencies(workspacePackage.folder)),
        ...Object.keys(packageJson(workspacePackage.folder).devDependencies ?? {}),
      ]);
      return sourceFiles(workspacePackage.folder).flatMap((file) =>
        importsOf(file)
          .filter((name) => name.startsWith('@ve/') && !name.startsWith(workspacePackage.packageName + '/'))
          .map((name) => name.split('/').slice(0, 2).join('/'))
          .filter((name) => !declared.has(name))
          .map((name) => `${relative(root, file)}: ${name}`),
      );
    });
    expect(undeclared).toEqual([]);
  });
});

test('no package has circular imports between its files', () => {
  for (const workspacePackage of workspacePackages) {
    const files = new Set(sourceFiles(workspacePackage.folder));
    const graph = new Map(
      [...files].map((file) => [
        file,
        importsOf(file)
          .filter((name) => name.startsWith('.'))
          .map((name) => resolve(dirname(file), name))
          .filter((name) => files.has(name)),
      ]),
    );
    const cycle = findDependencyCycle(graph);
    expect(cycle?.map((file) => relative(root, file)) ?? null).toBeNull();
  }
});

test('findDependencyCycle finds a cycle exactly when the graph has one', () => {
  const acyclic = fc
    .uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 2 })
    .map((nodes) => new Map(nodes.map((node, index) => [String(node), nodes.slice(index + 1).map(String)])));
  fc.assert(
    fc.property(acyclic, (graph) => {
      const names = [...graph.keys()];
      expect(findDependencyCycle(graph)).toBeNull();
      const closed = new Map(graph).set(names.at(-1) ?? '', [names[0] ?? '']);
      expect(findDependencyCycle(closed)).not.toBeNull();
    }),
  );
});

describe('lint', () => {
  const restricted = '@typescript-eslint/no-restricted-imports';
  const syntax = 'no-restricted-syntax';
  const globals = 'no-restricted-globals';
  const refused: [file: string, code: string, rule: string][] = [
    ['mfe-report/src/tried.ts', `import { a } from '@ve/mfe-search/landing'; a();`, restricted],
    ['mfe-search/src/tried.ts', `import { a } from '@ve/data/kernel/database'; a();`, restricted],
    ['libs/domain/src/tried.ts', `import * as z from 'zod'; z.string();`, restricted],
    ['libs/ui/src/tried.ts', `import { a } from '@ve/contracts/errors'; a();`, restricted],
    ['bff/src/tried.ts', `import { Queue } from 'bullmq'; new Queue('x');`, restricted],
    ['workers/src/tried.ts', `import { a } from '@ve/bff/main'; a();`, restricted],
    ['bff/src/tried.ts', `import { EntityManager } from '@mikro-orm/core'; new EntityManager();`, restricted],
    ['bff/src/tried.ts', `export const a = process.env.HOME;`, syntax],
    ['workers/src/tried.ts', `export * from './main.ts';`, syntax],
    ['libs/ui/src/tried.ts', `export default 1;`, syntax],
    [
      'libs/data/src/jobs/tried.ts',
      `import { a } from '../messaging/mails/mail.repository.ts'; a();`,
      'contexts/order',
    ],
    ['bff/src/identity/tried.ts', `export { a } from '@ve/domain/monitoring/alerts/alert';`, 'contexts/order'],
    ...['bff', 'workers', 'libs/domain', 'libs/data', 'libs/providers', 'libs/server-kit'].map(
      (folder): [string, string, string] => [`${folder}/src/tried.ts`, `export const a = new Date();`, syntax],
    ),
    ['mfe-report/src/tried.ts', `export const a = fetch('/api/session');`, globals],
    ['shell/src/tried.ts', `export const a = new EventSource('/api/x');`, globals],
    ['libs/mfe-kit/src/tried.ts', `export const a = window.fetch('/api/session');`, globals],
    ['workers/src/messaging/tried.mail.tsx', `export const a = new Date();`, syntax],
    ['workers/src/tried.ts', `export const a = Date.now();`, syntax],
    ['bff/src/tried.ts', `export const a = [1].map(Date.now);`, syntax],
    ['bff/src/tried.ts', `export const a = Date();`, syntax],
    ['libs/data/src/cli/tried.ts', `export const a = new Date();`, syntax],
    ...['now()', 'clock_timestamp ()', 'current_date', 'CURRENT_TIMESTAMP', 'localtime'].map(
      (time): [string, string, string] => [
        'libs/data/src/tried.ts',
        `import { sql } from 'kysely'; export const a = sql\`select 1 where at < ${time}\`;`,
        syntax,
      ],
    ),
    ['libs/data/src/messaging/tried.repository.ts', `import { em } from './em.ts'; em.transactional(em);`, syntax],
    ['bff/src/messaging/tried.service.ts', `import { em } from './em.ts'; em.fork();`, syntax],
    ['libs/app/src/messaging/tried.ts', `import { em } from './em.ts'; em.fork();`, syntax],
    ['bff/src/messaging/tried.ts', `import { em } from './em.ts'; em.transactional(em);`, syntax],
    ['workers/src/messaging/tried.ts', `import { em } from './em.ts'; em.transactional(em);`, syntax],
    ['libs/data/src/tried.entity.ts', `import { p } from './p.ts'; p.datetime().defaultRaw('now()');`, syntax],
  ];
  const passed: [file: string, code: string][] = [
    ['mfe-report/src/tried.ts', `import { a } from '@ve/domain/vehicle/tax/tax-state'; a();`],
    ['workers/src/tried.ts', `import type { EntityManager } from '@mikro-orm/core'; export type E = EntityManager;`],
    ['bff/src/config.ts', `export const a = process.env.HOME;`],
    ['bff/src/monitoring/tried.ts', `import { a } from '@ve/domain/identity/staff/password-rules'; a();`],
    ['libs/server-kit/src/clock/synchronised-clock.ts', `export const a = Date.now();`],
    ['libs/data/src/kernel/database-time.ts', `export const a = 'select clock_timestamp()';`],
    ['libs/data/src/migrations/tried.ts', `export const a = 'alter table a alter column b set default now()';`],
    ['workers/src/tried.ts', `export const a = [performance.now(), new Date(0), new Date('2026-01-01')];`],
    ['libs/data/src/tried.ts', `export const a = 'known(1), now and currently, from localtime_zones';`],
    ['libs/app/src/messaging/tried.ts', `import { em } from './em.ts'; em.transactional(em);`],
    ['workers/src/tried.test.ts', `export const a = new Date();`],
    ['mfe-report/src/tried.test.ts', `export const a = fetch('/api/session');`],
    ['workers/src/tried.ts', `export const a = fetch('https://vendor.example');`],
  ];
  const sibling = ((): { file: string; code: string } => {
    for (const workspacePackage of workspacePackages) {
      for (const feature of workspacePackage.features) {
        const target = sourceFiles(workspacePackage.folder).find((file) => file.includes(`/src/${feature}/`));
        const other = workspacePackage.features.find((candidate) => candidate !== feature);
        if (!target || !other) continue;
        const file = join(root, workspacePackage.folder, 'src', other, 'tried.ts');
        return { file, code: `import { a } from '${relative(dirname(file), target)}'; a();` };
      }
    }
    throw new Error('no package has two features');
  })();

  let answers: string[][] = [];
  beforeAll(() => {
    const cases = [...refused, ...passed].map(([file, code]) => ({ file: join(root, file), code }));
    const output = execFileSync(process.execPath, [join(root, 'libs/build/src/packages/lint-snippet.mjs'), root], {
      input: JSON.stringify([...cases, sibling]),
      encoding: 'utf8',
    });
    answers = JSON.parse(output) as string[][];
  });

  test.each(refused.map((entry, index) => [...entry, index] as const))(
    'rejects in %s: %s',
    (_file, _code, rule, index) => {
      expect(answers[index]).toContain(rule);
    },
  );

  test.each(passed.map((entry, index) => [...entry, index] as const))('allows in %s: %s', (_file, _code, index) => {
    expect(answers[refused.length + index]).toEqual([]);
  });

  test('rejects a feature that imports its sibling', () => {
    expect(answers.at(-1)).toContain('import-x/no-restricted-paths');
  });
});
