import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chooseReleases, type ReleaseInChannel } from './choose-releases.ts';
import { isVisitorInCanary } from './is-in-canary.ts';
import { isRemoteCompatibleWithShell } from './is-compatible.ts';

interface Release {
  name: string;
  version: string;
  contract: string;
}

const given = (
  name: string,
  channel: 'stable' | 'canary',
  contract = '1.0.0',
  share = 100,
): ReleaseInChannel<Release> => ({
  name,
  channel,
  share: channel === 'stable' ? 100 : share,
  release: { name, version: channel, contract },
});

const allReleases = [given('mfe-report', 'canary'), given('mfe-report', 'stable'), given('shell', 'stable')];
const versions = (releases: readonly ReleaseInChannel<Release>[], visitor: string | null) => {
  const { shell, remotes } = chooseReleases(releases, visitor);
  return [shell, ...remotes].map((release) => (release === null ? null : `${release.name} ${release.version}`));
};

describe('the releases of a visitor', () => {
  it('are stable for a visitor who takes part in no canary', () => {
    expect(versions(allReleases, null)).toEqual(['shell stable', 'mfe-report stable']);
    expect(chooseReleases(allReleases, null).canaries).toEqual(new Set());
  });

  it('are the canaries that the visitor is in', () => {
    expect(versions(allReleases, 'somebody')).toEqual(['shell stable', 'mfe-report canary']);
    const shells = [...allReleases, given('shell', 'canary')];
    expect(versions(shells, 'somebody')).toEqual(['shell canary', 'mfe-report canary']);
    expect(chooseReleases(shells, 'somebody').canaries).toEqual(new Set(['shell', 'mfe-report']));
  });

  it('include a remote without a stable release in its canary only', () => {
    const fresh = [given('mfe-new', 'canary'), given('shell', 'stable')];
    expect(versions(fresh, 'somebody')).toEqual(['shell stable', 'mfe-new canary']);
    expect(versions(fresh, null)).toEqual(['shell stable']);
    expect(versions([given('mfe-new', 'canary', '1.1.0'), given('shell', 'stable')], 'somebody')).toEqual([
      'shell stable',
    ]);
  });

  it('have no shell before one is published', () => {
    expect(versions(allReleases.slice(0, 2), 'somebody')).toEqual([null, 'mfe-report canary']);
    expect(versions([], 'somebody')).toEqual([null]);
  });
});

describe('releases that do not fit', () => {
  it('are replaced by stable: a canary that needs more than the shell has', () => {
    const later = [given('mfe-report', 'canary', '1.1.0'), given('mfe-report', 'stable'), given('shell', 'stable')];
    expect(versions(later, 'somebody')).toEqual(['shell stable', 'mfe-report stable']);
    expect(versions([...later, given('shell', 'canary', '1.1.0')], 'somebody')).toEqual([
      'shell canary',
      'mfe-report canary',
    ]);
  });

  it('are replaced by stable: a shell on which a remote would no longer run', () => {
    const remotes = [given('mfe-report', 'canary', '2.0.0'), given('mfe-report', 'stable'), given('mfe-a', 'stable')];
    const shells = [given('shell', 'canary', '2.0.0'), given('shell', 'stable')];
    expect(versions([...remotes, ...shells], 'somebody')).toEqual([
      'shell stable',
      'mfe-report stable',
      'mfe-a stable',
    ]);
    expect(versions([...remotes.slice(0, 2), ...shells], 'somebody')).toEqual(['shell canary', 'mfe-report canary']);
  });

  it('are kept if no choice would help', () => {
    const broken = [
      given('mfe-report', 'stable', '9.0.0'),
      given('shell', 'stable'),
      given('shell', 'canary', '1.1.0'),
    ];
    expect(versions(broken, null)).toEqual(['shell stable', 'mfe-report stable']);
    expect(versions(broken, 'somebody')).toEqual(['shell canary', 'mfe-report stable']);
  });

  const contract = fc.constantFrom('1.0.0', '1.1.0', '1.2.0', '2.0.0');
  const ofName = (name: string) =>
    fc
      .record({ stable: contract, canary: fc.option(contract), share: fc.integer({ min: 1, max: 100 }) })
      .map(({ stable, canary, share }) => [
        ...(canary === null ? [] : [given(name, 'canary', canary, share)]),
        given(name, 'stable', stable),
      ]);

  it('never cost a visitor a remote that runs for visitors outside of all canaries', () => {
    const names = fc.tuple(ofName('mfe-a'), ofName('mfe-b'), ofName('shell')).map((each) => each.flat());
    let canaries = 0;
    fc.assert(
      fc.property(names, fc.string({ minLength: 22, maxLength: 22 }), (releases, visitor) => {
        const stable = chooseReleases(releases, null);
        const chosen = chooseReleases(releases, visitor);
        expect(chosen.remotes.map(({ name }) => name)).toEqual(stable.remotes.map(({ name }) => name));
        canaries += chosen.canaries.size;
        for (const [index, remote] of chosen.remotes.entries()) {
          const before = stable.remotes[index];
          const ran = isRemoteCompatibleWithShell(before?.contract ?? '', stable.shell?.contract ?? '');
          if (ran) expect(isRemoteCompatibleWithShell(remote.contract, chosen.shell?.contract ?? '')).toBe(true);
        }
        for (const name of chosen.canaries) {
          const canary = releases.find((each) => each.name === name && each.channel === 'canary');
          expect(isVisitorInCanary(visitor, name, canary?.share ?? 0)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(canaries).toBeGreaterThan(100);
  });
});
