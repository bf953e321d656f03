import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledBySwc, webTests } from './libs/build/src/jest/web-tests.mjs';
import { findRemoteFolders } from './tools/remotes.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

// What Node compiles for jest's workers and for the processes that tests start: tests pass it on to these.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled-for-tests');

/** Native ESM through swc; workspace packages resolve to their sources by the `source` export condition. */
const common = {
  rootDir: root,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': compiledBySwc },
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.'],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/\\.'],
  moduleNameMapper: { '^fast-check$': '<rootDir>/tools/seeded-fast-check.mjs' },
};

const node = {
  ...common,
  runtime: '<rootDir>/tools/jest/shared-modules.mjs',
  testEnvironment: '<rootDir>/tools/jest/shared-realm-environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'default'] },
};

const project = (displayName, { base, folder, ...extra }) => ({
  ...base,
  displayName,
  testMatch: [`<rootDir>/${folder}/**/*.test.ts`, `<rootDir>/${folder}/**/*.test.tsx`],
  ...extra,
});

const web = {
  ...common,
  ...webTests,
  moduleNameMapper: { ...common.moduleNameMapper, ...webTests.moduleNameMapper },
};

/** Suites that need Postgres: one server for the run, a template database cloned for each spec. */
const onPostgres = { globalSetup: '<rootDir>/tools/test-postgres.mjs' };

export default {
  // Each worker holds a module graph. Twice the cores of the smallest machine, since tests that wait for killed
  // processes are idle.
  maxWorkers: 4,
  testTimeout: 120_000,
  // A worker on a busy machine takes a while to end; one that leaks a handle never does.
  workerGracefulExitTimeout: 10_000,
  projects: [
    ...['domain', 'contracts', 'providers', 'build'].map((name) =>
      project(name, { base: node, folder: `libs/${name}` }),
    ),
    ...['data', 'app', 'server-kit'].map((name) =>
      project(name, { base: node, folder: `libs/${name}`, ...onPostgres }),
    ),
    ...['bff', 'workers'].map((name) => project(name, { base: node, folder: name, ...onPostgres })),
    ...['sandbox', 'bench'].map((name) => project(name, { base: node, folder: name })),
    project('tools', {
      base: { ...node, extensionsToTreatAsEsm: ['.ts'] },
      folder: 'tools',
      testMatch: ['<rootDir>/tools/**/*.test.mjs'],
    }),
    ...['ui', 'mfe-kit'].map((name) => project(name, { base: web, folder: `libs/${name}` })),
    ...['shell', ...findRemoteFolders(root)].map((name) => project(name, { base: web, folder: name })),
  ],
};
