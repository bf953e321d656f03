/** How one release of a name fared since the two were given side by side, at one share. */
export interface ReleaseSample {
  /** Pages sent with this release. */
  loads: number;
  /**
   * Who met a fault with it (an error, or a file that did not load), each once: networks for the canary, so that reports
   * forged in one place count once; visitors for stable, whose many visitors share networks and would be under-counted.
   */
  faulty: number;
}

export interface CanaryRun {
  /** The percentage of visitors that are given the canary, 1 to 100. */
  share: number;
  canary: ReleaseSample;
  stable: ReleaseSample;
}

export interface CanaryVerdict {
  /** `too-few-networks`: the canary has more faults than stable, met in fewer networks than it takes to act on. */
  verdict: 'too-few' | 'as-good' | 'too-few-networks' | 'worse';
  /** The figures in a sentence or two, for staff and for the history of moves. */
  because: string;
}

/** At most this share of the canaries that are as good as stable is ever taken back. */
export const falseAlarms = 1 / 1_000;
/** Page loads of either release before there is a verdict. */
export const minLoads = 20;
/** Networks that must have met a fault before a canary can be worse, however few page loads there were. */
export const minNetworks = 5;
/** The same, as a share of the canary's page loads: who forges reports needs more networks the more the site is visited. */
const minFailureShare = 1 / 200;
/**
 * More networks than that are never asked for. Page loads grow with every return of a visitor, every crawler and every
 * page that runs no script; networks that meet a fault do not, as all phones of a carrier share a few. Without an end the
 * share would be out of reach of a real fault once a canary has run for a while. Fifty networks that each report under a
 * signed cookie are what one person no longer has at hand, and the evidence is needed besides.
 */
const maxRequiredNetworks = 50;

/** The faults of a worse canary, as a multiple of stable's: three guesses, weighted alike. */
const guesses = [2, 5, 20];

/**
 * Whether a canary is worse than the stable release that ran beside it.
 *
 * The test is Wald's sequential likelihood ratio, averaged over three alternatives. Were both alike, each fault would be
 * the canary's with probability p, its share of the page loads. Had the canary r times as many, it would be with
 * rp / (1 + (r - 1)p); for `k` faults of the canary among `n` the ratio of the two likelihoods is r^k / (1 + (r - 1)p)^n. The
 * mean of it over the guesses is a supermartingale for every canary that is no worse than stable, so by Ville's inequality
 * it ever reaches 1,000 for at most one of a thousand such canaries: the level holds over the whole life of a canary,
 * however often it is looked at, which no test with a fixed sample (Fisher's, two proportions) allows. It holds for one p
 * alone, so a run is of one share: with each change of share the counts begin again. Whoever returns changes nothing, as
 * each who met a fault counts once, and is in the canary with probability p. Where the page loads say more than the share
 * does, the larger p only lowers the evidence.
 *
 * Beside that, a verdict needs `minLoads` of both, and worse means at least `requiredNetworks` networks: few reports, forged
 * or not, take nothing back. Inflated page loads of stable do not either: p is never less than the share of visitors that
 * are given the canary. Speed does not count.
 */
export function canaryVerdict({ share, canary, stable }: CanaryRun): CanaryVerdict {
  for (const [name, { loads }] of [
    ['the canary', canary],
    ['stable', stable],
  ] as const) {
    if (loads < minLoads) {
      return {
        verdict: 'too-few',
        because: `${plural(loads, 'page load')} of ${name} so far: a verdict needs ${minLoads} of each.`,
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
        because: `${figures} Those are more faults than stable has, met in too few networks to act on: it takes ${count(asked)}.`,
      }
    : {
        verdict: 'worse',
        because: `${figures} By chance fewer than one canary in ${count(1 / falseAlarms)} would ever look like this.`,
      };
}

/** How many networks must have met a fault before the canary is taken back: `minNetworks` to `maxRequiredNetworks`. */
const requiredNetworks = ({ loads }: ReleaseSample): number =>
  Math.max(minNetworks, Math.min(Math.ceil(loads * minFailureShare), maxRequiredNetworks));

/** The test alone, without words. */
export function isCanaryWorse({ share, canary, stable }: CanaryRun): boolean {
  return (
    Math.min(canary.loads, stable.loads) >= minLoads &&
    canary.faulty >= requiredNetworks(canary) &&
    hasEvidence({ share, canary, stable })
  );
}

const hasEvidence = ({ share, canary, stable }: CanaryRun): boolean =>
  evidence(share, canary, stable) >= 1 / falseAlarms;

/** How many times likelier the faults are if the canary is worse than if it is not. */
function evidence(share: number, canary: ReleaseSample, stable: ReleaseSample): number {
  const p = Math.max(share / 100, canary.loads / (canary.loads + stable.loads));
  const faults = canary.faulty + stable.faulty;
  const ratios = guesses.map((r) => Math.exp(canary.faulty * Math.log(r) - faults * Math.log1p((r - 1) * p)));
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
}

const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const count = (number: number): string => numbers.format(number);
const plural = (number: number, one: string): string => `${count(number)} ${number === 1 ? one : `${one}s`}`;

const who = (sample: ReleaseSample, one: string): string =>
  `${sample.faulty === 0 ? `no ${one}` : plural(sample.faulty, one)} in ${plural(sample.loads, 'page load')} (${failureRate(sample)})`;

/** The rate of faults in words: `2.5%`, `under 0.1%`. */
export function failureRate({ loads, faulty }: ReleaseSample): string {
  if (faulty === 0) return '0%';
  const percent = Math.min(100, (faulty / Math.max(loads, 1)) * 100);
  return percent < 0.1 ? 'under 0.1%' : `${numbers.format(percent)}%`;
}
