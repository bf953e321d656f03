import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { raisedContract } from '../first-versions.ts';
import { importRemoteContract, repositoryRoot } from '../repository.ts';
import { type VersionBump, contractChangeOf } from './contract-change.ts';
import { emitDeclarations } from './emit-declarations.ts';
import { readContractSnapshot, contractVersionAfter, contractVersionError } from './contract-snapshot.ts';
import { readContractDeclarations, type ContractSurface } from './contract-surface.ts';
import { exportedValues, readSharedNames, withAddedNames, withFirstVersions } from './shared-names.ts';

const recorded = readContractSnapshot();

describe('the contract', () => {
  test('has the version of the surface that is recorded in libs/build/contract', async () => {
    emitDeclarations();
    const { contractVersion, slotNames } = await importRemoteContract();
    const surface = readContractDeclarations(recorded.surface);
    const names = readSharedNames(slotNames);
    const change = withAddedNames(await contractChangeOf(recorded.surface, surface), recorded.firstVersions, names);
    const problem = contractVersionError(recorded.version, contractVersion, change);
    if (problem !== null) throw new Error(problem);
    // The version fits the change; `npm run contract` writes the snapshot again.
    expect(surface).toEqual(recorded.surface);
    expect(contractVersion).toBe(recorded.version);
    expect(withFirstVersions(recorded.firstVersions, names, contractVersion)).toEqual(recorded.firstVersions);
  });

  test('is the version in the example of docs/teams/manifest.md', async () => {
    const { contractVersion } = await importRemoteContract();
    const page = readFileSync(join(repositoryRoot, 'docs/teams/manifest.md'), 'utf8');
    expect(page).toContain(`"contract": "${contractVersion}"`);
  });

  test('is small enough to be read', () => {
    const sizes = Object.values(recorded.surface).map((text) => text.length);
    expect(sizes.length).toBeGreaterThan(15);
    expect(Math.max(...sizes)).toBeLessThan(6_000);
  });
});

/** The recorded surface with one module's text changed. */
function changed(module: string, from: string | RegExp, to: string): ContractSurface {
  const text = recorded.surface[module] ?? '';
  const now = text.replace(from, to);
  if (now === text) throw new Error(`${module} has no ${String(from)}`);
  return { ...recorded.surface, [module]: now };
}

describe('a name that no remote of this repository uses', () => {
  const module = '@ve/mfe-kit/session';
  const names = { [module]: ['useAge', 'useSession'] };
  const known = { [module]: { useSession: '4.0.0', useGone: '4.0.0' } };

  test('is an addition, which raises the contract by a minor version, and the first version of that name', () => {
    const change = withAddedNames({ bump: 'none', description: [] }, known, names);
    expect(change).toEqual({ bump: 'minor', description: [`added: useAge of ${module}`] });
    expect(contractVersionAfter('4.3.0', '4.3.0', change)).toBe('4.4.0');
    expect(contractVersionAfter('4.3.0', '4.5.0', change)).toBe('4.5.0');
    expect(withFirstVersions(known, names, '4.4.0')).toEqual({ [module]: { useAge: '4.4.0', useSession: '4.0.0' } });
  });

  test('is read from the source of its module, without its types', () => {
    const source = `import { a } from 'a';
      export { b, type C } from './b.ts';
      export type { D } from './d.ts';
      export const e = 1, f = 2;
      export function g() {}
      export class H {}
      export interface I {}
      const inner = 3;`;
    expect(exportedValues(source)).toEqual(['b', 'e', 'f', 'g', 'H']);
  });

  test('raises the contract of a remote that uses it, and a name of a library does not', () => {
    expect(raisedContract('4.0.0', { [module]: { useAge: '4.10.0', useSession: '4.9.0' } })).toBe('4.10.0');
    expect(raisedContract('4.2.0', { [module]: { useSession: '4.0.0' }, react: { use: '19.3.1' } })).toBe('4.2.0');
  });
});

describe('a change of what remotes build against', () => {
  test.each<[string, ContractSurface, VersionBump, string]>([
    ['nothing', recorded.surface, 'none', ''],
    [
      'a further export',
      changed('mfe-kit.session', 'export {};', 'export declare const useAge: () => number;\nexport {};'),
      'minor',
      'added: useAge of @ve/mfe-kit/session',
    ],
    [
      'a further option',
      changed('mfe-kit.slot', 'size?: string;', 'size?: string;\n  mood?: string;'),
      'minor',
      'the declarations of @ve/mfe-kit/slot are others',
    ],
    [
      'a further slot',
      changed(
        'contracts.slots',
        'export interface SlotProps {',
        "export interface SlotProps {\n'x.new/v1': { a: string };",
      ),
      'minor',
      'the declarations of @ve/contracts/slots are others',
    ],
    [
      'more that a filler is told',
      changed('contracts.slots', 'export interface SlotPlacing {', 'export interface SlotPlacing {\n  width: number;'),
      'minor',
      'the declarations of @ve/contracts/slots are others',
    ],
    [
      'a further field of what a hook gives',
      changed('contracts.http.membership.subscription', 'credits:', 'points: z.ZodMiniInt;\ncredits:'),
      'minor',
      'the declarations of @ve/contracts/http/membership/subscription are others',
    ],
    [
      'a further argument that may be left out',
      changed('mfe-kit.session', '() => SessionState', '(wait?: boolean) => SessionState'),
      'minor',
      'the declarations of @ve/mfe-kit/session are others',
    ],
    [
      'a further status of answers, whose types the compiler cannot weigh',
      changed('contracts.endpoint', '200 | ', '200 | 299 | '),
      'minor',
      'to be looked at, as the compiler cannot weigh it: callApi of @ve/mfe-kit/api',
    ],
    [
      'an export that is gone',
      changed('mfe-kit.session', /export declare const useSession: .*\n/, ''),
      'major',
      'removed: useSession of @ve/mfe-kit/session',
    ],
    [
      'an argument that is required',
      changed('mfe-kit.session', '() => SessionState', '(wait: boolean) => SessionState'),
      'major',
      'cannot use it: useSession of @ve/mfe-kit/session',
    ],
    [
      'an option that is required',
      changed('mfe-kit.slot', 'size?: string;', 'size: string;'),
      'major',
      'cannot use it: Slot of @ve/mfe-kit/slot',
    ],
    [
      'a field that a hook no longer gives',
      changed('contracts.http.membership.subscription', /credits: .*\n/, ''),
      'major',
      'cannot use it: useSubscription of @ve/mfe-kit/subscription',
    ],
    [
      'a state of what a hook gives',
      changed('contracts.http.membership.subscription', 'trial: "trial"', 'trial: "trial"; frozen: "frozen"'),
      'major',
      'cannot use it: useSubscription of @ve/mfe-kit/subscription',
    ],
    [
      'what a filler is told under the same version of a slot',
      changed(
        'contracts.slots',
        "'report.after-checks/v1': {\n        registration: string;",
        "'report.after-checks/v1': {\n        registration: number;",
      ),
      'major',
      'cannot use it: SlotProps of @ve/contracts/slots',
    ],
    [
      'a slot that is gone',
      changed('contracts.slots', /'report.after-checks\/v1': \{\n.*\n.*\};\n/, ''),
      'major',
      'cannot use it: SlotProps of @ve/contracts/slots',
    ],
    [
      'another major version of a library',
      changed('mfe-kit.router', 'react-router-dom 7', 'react-router-dom 8'),
      'major',
      '@ve/mfe-kit/router was made with react-router-dom 7, now react-router-dom 8',
    ],
  ])('%s', async (_what, now, bump, description) => {
    const change = await contractChangeOf(recorded.surface, now);
    expect(change.bump).toBe(bump);
    expect(change.description.join('\n')).toContain(description);
  });
});

describe('the version', () => {
  const description = ['added: a'];
  test.each<[string, string, VersionBump, string | null]>([
    ['2.1.0', '2.1.0', 'none', null],
    ['2.1.0', '2.2.0', 'none', null],
    ['2.1.0', '2.2.0', 'minor', null],
    ['2.1.0', '3.0.0', 'major', null],
    ['2.1.0', '2.1.0', 'minor', '2.2.0 (it is 2.1.0)'],
    ['2.1.0', '2.1.9', 'minor', '2.2.0 (it is 2.1.9)'],
    ['2.9.3', '2.9.4', 'minor', '2.10.0 (it is 2.9.4)'],
    ['2.1.0', '2.2.0', 'major', '3.0.0 (it is 2.2.0)'],
  ])('of %s, now %s, with a %s change: %s', (before, now, bump, expected) => {
    const problem = contractVersionError(before, now, { bump, description });
    if (expected === null) expect(problem).toBeNull();
    else expect(problem).toContain(`to ${expected}`);
    if (problem !== null) expect(problem).toContain('- added: a');
  });
});
