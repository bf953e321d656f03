import { importRemoteContract, parseByContractSchema } from './repository.ts';

const manifest = {
  ...{ name: 'mfe-tiny', routes: ['/tiny'], slots: [], contract: '4.0.0', prerender: [] },
  budget: { start: 1, page: 1, slot: 1 },
};
const messageOf = async (more: object): Promise<string> => {
  const { remoteManifestSchema } = await importRemoteContract();
  try {
    parseByContractSchema(remoteManifestSchema, { ...manifest, ...more }, 'mfe-tiny/remote.json');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
};

test.each([
  [
    'a value that is not allowed',
    { slots: ['report.after-check/v2'] },
    /slots\.0: is "report\.after-check\/v2", and must be report\.after-checks\/v1 or .*; did you mean report\.after-checks\/v2\?$/,
  ],
  ['a misspelt key', { prerendr: ['/tiny'] }, /\(whole\): prerendr is unknown; did you mean prerender\?$/],
  [
    'a misspelt key of a page',
    { pages: { '/tiny': { robot: 'closed' } } },
    /pages\.\/tiny: robot is unknown; did you mean robots\?$/,
  ],
  [
    'a key that resembles none',
    { budget: { start: 1, page: 1, zzzzzz: 2 } },
    /budget: zzzzzz is unknown; there are start, page, slot$/,
  ],
  [
    'a misspelt value',
    { pages: { '/tiny': { robots: 'close' } } },
    /robots: is "close", and must be closed or .*mean closed\?$/,
  ],
  ['a value of another type', { routes: '/tiny' }, /routes: Invalid input: expected array, received string$/],
  ['a missing value', { routes: undefined }, /routes: Invalid input: expected array, received undefined$/],
  ['a text of another form', { contract: '4' }, /contract: Invalid string: must match pattern/],
])('%s is explained', async (_what, more, expected) => {
  expect(await messageOf(more)).toMatch(expected);
});
