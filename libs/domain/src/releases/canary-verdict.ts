import { formatCountWithNoun, formatThousands } from '../kernel/text/phrases.ts';

/** The failures of one release of a name since it has been running side by side with another at one share. */
export interface ReleaseFailureSample {
  /** Pages sent with this release. */
  loads: number;
  /**
   * The number of those who met a failure (an error, or a file that did not load), each counted once: networks for the
   * canary, so that reports forged in one place count once; visitors for stable, because its many visitors share
   * networks and would be under-counted.
   */
  faulty: number;
}

export interface CanaryPairFailures {
  /** The percentage of visitors who get the canary, 1 to 100. */
  share: number;
  canary: ReleaseFailureSample;
  stable: ReleaseFailureSample;
}

export interface CanaryVerdict {
  /** `too-few-networks`: the canary has more failures than stable, but in fewer networks than a rollback requires. */
  verdict: 'too-few' | 'as-good' | 'too-few-networks' | 'worse';
  /** The figures in one or two sentences, for staff and for the history of moves. */
  because: string;
}

/** Maximum share of the canaries as good as stable that are ever rolled back. */
export const maxFalseRollbackShare = 1 / 1_000;
/** Page loads of each release before there is a verdict. */
export const minPageLoadsForVerdict = 20;
/** Networks that must have met a failure before a canary can be worse, regardless of the number of page loads. */
export const minNetworksForRollback = 5;
/** The same as a share of the canary's page loads: forged reports need more networks the more traffic the site has. */
const minFailureShare = 1 / 200;
/**
 * Upper limit of the required networks. Page loads grow with every return of a visitor, every crawler and every page
 * that runs no script; networks that meet a failure do not, as all phones of a carrier share a few. Without the limit a
 * real failure could not reach the share once a canary has run for a while. One person hardly controls fifty networks
 * that each report under a signed cookie, and the evidence is needed in addition.
 */
const maxRequiredNetworks = 50;

/** Alternatives for the failures of a worse canary, as multiples of stable's, with equal weights. */
const guesses = [2, 5, 20];

/**
 * Decides whether a canary is worse than the stable release that ran at the same time.
 * The test is Wald's sequential likelihood ratio, averaged over three alternatives. If both were equal, each failure
 * would be the canary's with probability p, its share of the page loads. If the canary had r times as many, it would be
 * with rp / (1 + (r - 1)p); for `k` failures of the canary among `n` the ratio of the two likelihoods is r^k / (1 + (r
 * - 1)p)^n. The mean of it over the alternatives is a supermartingale for every canary that is no worse than stable, so
 * by Ville's inequality it ever reaches 1,000 for at most one of a thousand such canaries: the level holds over the
 * whole lifetime of a canary, regardless of how often it is tested, which no test with a fixed sample (Fisher's, two
 * proportions) allows. It holds for a single p, so a run has one share: each change of share resets the counts.
 * Returning visitors change nothing, as each visitor with a failure counts once, and is in the canary with probability
 * p. If the page loads give a larger p than the share does, it only lowers the evidence.
 * In addition, a verdict needs `minPageLoadsForVerdict` of both, and worse means at least `requiredNetworks` networks:
 * few reports, forged or not, cause no rollback. Inflated page loads of stable do not either: p is never less than the
 * share of visitors who get the canary. Speed does not count.
 */
export function canaryVerdict({ share, canary, stable }: CanaryPairFailures): CanaryVerdict {
  for (const [name, { loads }] of [
    ['the canary', canary],
    ['stable', stable],
  ] as const) {
    if (loads < minPageLoadsForVerdict) {
      return {
        verdict: 'too-few',
        because:
          `${formatCountWithNoun(loads, 'page load')} of ${name} so far: a verdict needs ${minPageLoadsForVerdict} of each, ` +
          `and a rollback faults met by ${minNetworksForRollback} networks (${canary.faulty} so far).`,
      };
    }
  }
  const figures = `Faults met by ${who(canary, 'network')} of the canary, and by ${who(stable, 'visitor')} of stable.`;
  if (!hasEvidence({ share, canary, stable })) {
    return { verdict: 'as-good', because: `${figures} That is no evidence that the canary is worse.` };
  }
  const asked = requiredNetworks(canary);
  return canary.faulty < asked
    ? {
        verdict: 'too-few-networks',
        because: `${figures} Those are more faults than stable has, met in too few networks to act on: it takes ${formatThousands(asked)}.`,
      }
    : {
        verdict: 'worse',
        because: `${figures} By chance fewer than one canary in ${formatThousands(1 / maxFalseRollbackShare)} would ever look like this.`,
      };
}

/**
 * Number of networks that must have met a failure before a rollback: `minNetworksForRollback` to `maxRequiredNetworks`.
 */
const requiredNetworks = ({ loads }: ReleaseFailureSample): number =>
  Math.max(minNetworksForRollback, Math.min(Math.ceil(loads * minFailureShare), maxRequiredNetworks));

/** The test alone, without an explanation. */
export function isCanaryWorse({ share, canary, stable }: CanaryPairFailures): boolean {
  return (
    Math.min(canary.loads, stable.loads) >= minPageLoadsForVerdict &&
    canary.faulty >= requiredNetworks(canary) &&
    hasEvidence({ share, canary, stable })
  );
}

const hasEvidence = ({ share, canary, stable }: CanaryPairFailures): boolean =>
  evidence(share, canary, stable) >= 1 / maxFalseRollbackShare;

/** The likelihood ratio of the failures: the canary is worse, against it is not. */
function evidence(share: number, canary: ReleaseFailureSample, stable: ReleaseFailureSample): number {
  const p = Math.max(share / 100, canary.loads / (canary.loads + stable.loads));
  const faults = canary.faulty + stable.faulty;
  const ratios = guesses.map((r) => Math.exp(canary.faulty * Math.log(r) - faults * Math.log1p((r - 1) * p)));
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
}

const who = (sample: ReleaseFailureSample, one: string): string =>
  `${sample.faulty === 0 ? `no ${one}` : formatCountWithNoun(sample.faulty, one)} in ${formatCountWithNoun(sample.loads, 'page load')} (${releaseFailureRate(sample)})`;

/** The failure rate as text: `2.5%`, `under 0.1%`. */
export function releaseFailureRate({ loads, faulty }: ReleaseFailureSample): string {
  if (faulty === 0) return '0%';
  const percent = Math.min(100, (faulty / Math.max(loads, 1)) * 100);
  return percent < 0.1 ? 'under 0.1%' : `${formatThousands(percent)}%`;
}
