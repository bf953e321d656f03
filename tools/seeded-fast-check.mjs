import fc from '../node_modules/fast-check/lib/fast-check.js';

/*
 * The fast-check that tests import. Properties draw the same values in every run, so that a build never fails by
 * chance; `npm run soak` draws other and more values.
 */
const { SOAK_RUNS, SOAK_SEED } = process.env;
fc.configureGlobal({
  seed: Number(SOAK_SEED ?? 20_261_122),
  ...(SOAK_RUNS === undefined ? {} : { numRuns: Number(SOAK_RUNS) }),
});

export * from '../node_modules/fast-check/lib/fast-check.js';
export default fc;
