import fc from '../node_modules/fast-check/lib/fast-check.js';

/*
 * What tests import as fast-check. A property that nobody broke must not fail a build by chance, so that all draw the
 * same values at each run; `npm run soak` draws others, and more of them.
 */
const { SOAK_RUNS, SOAK_SEED } = process.env;
fc.configureGlobal({
  seed: Number(SOAK_SEED ?? 20_261_122),
  ...(SOAK_RUNS === undefined ? {} : { numRuns: Number(SOAK_RUNS) }),
});

export * from '../node_modules/fast-check/lib/fast-check.js';
export default fc;
