import js from '@eslint/js';
import { importX } from 'eslint-plugin-import-x';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import { fileURLToPath } from 'node:url';
import { config, configs } from 'typescript-eslint';
import { lintBlocks } from './libs/build/src/rooms/lint-config.ts';
import { readRooms } from './libs/build/src/rooms/rooms.ts';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');
const sources = ['**/*.{ts,tsx}'];
const tests = ['**/*.test.{ts,tsx}', '**/*.examples.tsx', 'e2e/**', 'bench/**', '**/testing/**'];
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
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false } },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Nest's modules and value classes are classes without members.
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-restricted-syntax': ['error', noDefaultExport, noReExport, noEnvironment],
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  ...lintBlocks(root, readRooms(root)),
  { files: ['mfe-*/src/remote.tsx'], rules: { 'no-restricted-syntax': ['error', noReExport, noEnvironment] } },
  { files: [...tests, ...configFiles], rules: { 'no-restricted-syntax': ['error', noReExport] } },
  { files: configFiles, rules: { 'no-restricted-syntax': 'off' } },
  { files: tests, rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  // Playwright's fixtures: an empty pattern says that none is needed, and `use` is no hook of React.
  { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off', 'react-hooks/rules-of-hooks': 'off' } },
);
