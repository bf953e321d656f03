import { fileURLToPath } from 'node:url';
import { swcOptions } from '../../../../tools/dev/swc-options.mjs';

/** @param {string} name */
const fileNamed = (name) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** @type {[string, object]} */
export const compiledBySwc = ['@swc/jest', { ...swcOptions, sourceMaps: 'inline' }];

/** The part of jest's configuration by which tests of pages run: in jsdom, as native ESM. */
export const webTests = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': compiledBySwc },
  testEnvironment: fileNamed('environment.mjs'),
  testEnvironmentOptions: { customExportConditions: ['source', 'browser', 'import', 'default'] },
  setupFilesAfterEnv: [fileNamed('setup.mjs')],
  moduleNameMapper: { '\\.(css|woff2|svg|png)$': fileNamed('asset.mjs') },
};
