import js from '@eslint/js';
import { importX } from 'eslint-plugin-import-x';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import { fileURLToPath } from 'node:url';
import { config, configs } from 'typescript-eslint';
import { contextOrderRule } from './libs/build/src/packages/context-rule.ts';
import { importLintBlocks } from './libs/build/src/packages/lint-config.ts';
import { readWorkspacePackages } from './libs/build/src/packages/workspace-packages.ts';
import { plainWordsRule } from './libs/build/src/packages/plain-words-rule.ts';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');
const sources = ['**/*.{ts,tsx}'];
const tests = [
  '**/*.test.{ts,tsx}',
  '**/*.examples.tsx',
  'e2e/**',
  'bench/**',
  '**/testing/**',
  'workers/scenarios/**',
];
const configFiles = ['**/config.ts', '**/*.config.{ts,mjs}', '**/src/cli/*.ts', 'libs/build/**'];

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Only the page of a remote (src/remote.tsx) has a default export.',
};
const noReExport = { selector: 'ExportAllDeclaration', message: 'No barrel files: import from where it is written.' };
const noEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only config files read the environment.',
};

const oneClock = 'Only the clock reads the time: take `now` from the context, or performance.now() for a duration.';
const noOtherClock = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: oneClock },
  { selector: "CallExpression[callee.name='Date']", message: oneClock },
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: oneClock },
];
const sqlTime =
  '/\\b((now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\\s*\\(|(current_(date|time|timestamp)|localtime|localtimestamp)\\b)/i';
const noSqlTime = [`Literal[value=${sqlTime}]`, `TemplateElement[value.raw=${sqlTime}]`].map((selector) => ({
  selector,
  message: 'SQL is given the time as a parameter.',
}));
const noTransaction = {
  selector: "CallExpression[callee.property.name='transactional']",
  message: 'A use case of libs/app owns the transaction (ADR 2).',
};
const noFork = {
  selector: "CallExpression[callee.property.name='fork']",
  message: 'A request or job has one entity manager: take `em` from its context.',
};
const topLevel = ':matches(Program, ExportNamedDeclaration) > VariableDeclaration';
const empty =
  ':matches(NewExpression[callee.name=/^(Map|Set)$/][arguments.length=0], ArrayExpression[elements.length=0], ObjectExpression[properties.length=0])';
/** A WeakMap is allowed: its entries belong to their objects, not to the module. */
const noModuleState = [
  `${topLevel}[kind='let']`,
  `${topLevel} > VariableDeclarator > ${empty}`,
  `PropertyDefinition[static=true] > ${empty}`,
].map((selector) => ({
  selector,
  message: 'A module has no state of its own: what changes belongs to an object that is created explicitly (ADR 45).',
}));
const noOtherClient = {
  globals: ['fetch', 'EventSource', 'XMLHttpRequest', 'WebSocket'].map((name) => ({
    name,
    message: 'Pages call the API by its endpoint values: callApi and followTask of mfe-kit.',
  })),
  checkGlobalObject: true,
};
const noTimelineOfAll = {
  selector:
    "ImportDeclaration[source.value='@ve/domain/vehicle/mileage/mileage-timeline'] > ImportSpecifier[imported.name='mileageTimeline']",
  message: 'Some tests are dated in the future: take recordMileage, which leaves them out as the decision does.',
};
/**
 * Not of constructors and decorated parameters, which Nest fills, nor of callbacks, whose order a library decides: of
 * `useFactory` by Nest, of `backoffStrategy` by BullMQ.
 */
const noFourParameters = [
  'FunctionDeclaration',
  'VariableDeclarator > ArrowFunctionExpression',
  'Property[key.name!=/^(useFactory|backoffStrategy)$/] > ArrowFunctionExpression',
  "MethodDefinition[kind='method'][override!=true] > FunctionExpression",
  'TSMethodSignature',
  'TSFunctionType',
].map((kind) => ({
  selector: `${kind}[params.length>3]:not([params.0.decorators.length>0])`,
  message: 'Four or more parameters become one object.',
}));
const noUnnamedEndpoint = {
  selector: "ExportNamedDeclaration VariableDeclarator[init.callee.name='defineEndpoint'][id.name!=/Endpoint$/]",
  message: 'The name of an endpoint ends with Endpoint, so that it is not read as the use case behind it.',
};
const everywhere = [
  noDefaultExport,
  noUnnamedEndpoint,
  noReExport,
  noEnvironment,
  noTimelineOfAll,
  ...noFourParameters,
];
const inLibraries = [...everywhere, ...noModuleState];

/** Rules that need types are in .oxlintrc.json. */
export default config(
  {
    ignores: ['**/dist/**', '.data/**', '.cache/**', '.nx/**', '.store/**', 'test-results/**', 'playwright-report/**'],
  },
  js.configs.recommended,
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
  {
    files: sources,
    extends: [...configs.strict],
    plugins: { 'import-x': importX, 'react-hooks': hooks },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // Nest's modules and value classes are classes without members.
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-restricted-syntax': ['error', ...everywhere],
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    // As in bff/tsconfig.json: Nest needs the classes of decorated parameters at run time.
    files: ['bff/**/*.ts'],
    languageOptions: { parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } },
  },
  ...importLintBlocks(root, readWorkspacePackages(root)),
  {
    files: ['**/*.{ts,tsx,mjs,cjs}'],
    // Recorded answers of vendors and other data.
    ignores: ['**/{recordings,fixtures}/**', '**/*.data.ts'],
    plugins: { words: { rules: { plain: plainWordsRule } } },
    rules: { 'words/plain': 'error' },
  },
  {
    files: ['{bff,workers,libs/app,libs/domain,libs/data,libs/contracts}/src/**/*.{ts,tsx}'],
    plugins: { contexts: { rules: { order: contextOrderRule } } },
    rules: { 'contexts/order': 'error' },
  },
  {
    files: ['libs/contracts/src/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...inLibraries] },
  },
  {
    files: ['libs/domain/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...inLibraries, ...noOtherClock] },
  },
  {
    files: ['{bff,workers,libs/app,libs/data,libs/providers,libs/server-kit}/src/**/*.{ts,tsx}'],
    ignores: ['libs/server-kit/src/clock/{synchronised-clock,machine-time}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...inLibraries, ...noOtherClock] },
  },
  {
    files: ['libs/data/src/**/*.ts'],
    ignores: ['libs/data/src/migrations/**', 'libs/data/src/kernel/database-time.ts'],
    rules: { 'no-restricted-syntax': ['error', ...inLibraries, ...noOtherClock, ...noSqlTime] },
  },
  {
    // The outbox has transactions of its own; the registry is written by a command, which has no service.
    files: ['libs/data/src/**/*.repository.ts'],
    ignores: ['libs/data/src/jobs/outbox/*', 'libs/data/src/releases/registry/*'],
    rules: { 'no-restricted-syntax': ['error', ...inLibraries, ...noOtherClock, ...noSqlTime, noTransaction] },
  },
  {
    files: ['bff/src/*/**/*.ts', 'workers/src/**/*.builder{s,}.ts', 'workers/src/**/*.mail.tsx'],
    ignores: ['bff/src/platform/database.ts'],
    rules: { 'no-restricted-syntax': ['error', ...inLibraries, ...noOtherClock, noFork, noTransaction] },
  },
  {
    files: ['workers/src/**/*.{ts,tsx}'],
    ignores: ['**/*.builder{s,}.ts', '**/*.mail.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...inLibraries, ...noOtherClock, noTransaction] },
  },
  {
    files: ['libs/app/src/*/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...inLibraries, ...noOtherClock, noFork] },
  },
  {
    files: ['{shell,mfe-*,libs/mfe-kit,libs/ui}/src/**/*.{ts,tsx}'],
    ignores: [...tests, 'libs/mfe-kit/src/{api,follow-task,report-errors,send-page-speed,testing-network}.tsx'],
    languageOptions: { globals: globals.browser },
    rules: { 'no-restricted-globals': ['error', noOtherClient] },
  },
  { files: ['tools/*.mjs', 'jest.config.mjs'], rules: { 'no-restricted-syntax': ['error', ...noFourParameters] } },
  { files: ['mfe-*/src/remote.tsx'], rules: { 'no-restricted-syntax': ['error', noReExport, noEnvironment] } },
  { files: [...tests, ...configFiles], rules: { 'no-restricted-syntax': ['error', noReExport] } },
  { files: configFiles, rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['libs/{app,data}/src/cli/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noOtherClock, ...noSqlTime] },
  },
  { files: tests, rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  // Playwright's fixtures: an empty pattern requests none, and `use` is no React hook.
  { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off', 'react-hooks/rules-of-hooks': 'off' } },
);
