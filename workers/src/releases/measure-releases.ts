import { judgeCanaries } from '@ve/app/releases/judge-canaries';
import { findLiveReleases } from '@ve/data/releases/registry/release-move.repository';
import type { CanaryVerdict } from '@ve/domain/releases/canary-verdict';
import { Gauge, type Registry } from 'prom-client';
import type { MeasuredDatabase } from '../measured-database.ts';

const verdicts: readonly CanaryVerdict['verdict'][] = ['too-few', 'as-good', 'too-few-networks', 'worse'];

/** The releases that visitors get, and how each canary compares with its stable release. */
export const registerReleaseMetrics = (registry: Registry, { fork }: MeasuredDatabase): void => {
  new Gauge({
    name: 'live_release_share',
    help: 'Per cent of visitors that get each release, by channel; only live releases have a value',
    labelNames: ['name', 'channel', 'version'],
    registers: [registry],
    async collect() {
      const found = await findLiveReleases(fork()).catch(() => []);
      this.reset();
      for (const { name, channel, version, share } of found) this.set({ name, channel, version }, share);
    },
  });
  new Gauge({
    name: 'canary_verdict',
    help: 'How a canary compares with its stable release: 1 for its present verdict, 0 for each other',
    labelNames: ['name', 'verdict'],
    registers: [registry],
    async collect() {
      const found = await judgeCanaries(fork()).catch(() => []);
      this.reset();
      for (const { name, verdict } of found) {
        for (const each of verdicts) this.set({ name, verdict: each }, each === verdict ? 1 : 0);
      }
    },
  });
};
