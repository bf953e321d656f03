/**
 * How TypeScript that runs in Node is compiled: by the launcher, on load in development, by jest, and in the bundles of
 * tests. Node's own type stripping does not support decorators.
 * @type {import('@swc/core').Options & { jsc: import('@swc/core').JscConfig }}
 */
export const swcOptions = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { react: { runtime: 'automatic' }, legacyDecorator: true, decoratorMetadata: true },
  },
  module: { type: 'es6' },
};
