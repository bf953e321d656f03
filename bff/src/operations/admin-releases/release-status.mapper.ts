import type { ChannelStatus } from '@ve/contracts/http/operations/admin-releases';
import type { ChannelState } from '@ve/data/releases/registry/release-move.repository';
import type { CanaryRunFigures } from '@ve/data/releases/release-health/canary-run.repository';
import type { VitalReadingCount } from '@ve/data/releases/release-health/release-vital.repository';
import { vitalAtP75, type VitalMetric } from '@ve/domain/releases/vital-scale';

type Readings = readonly Pick<VitalReadingCount, 'version' | 'metric' | 'step' | 'readingCount'>[];

/** The state of a channel for staff: the release in it, the figures for its verdict, and its speed. */
export function channelStatusOf(
  { channel, version, share, assignedAt: since, assignedBy: by }: ChannelState,
  run: CanaryRunFigures | null,
  readings: Readings,
): ChannelStatus {
  const speedOf = (metric: VitalMetric) => {
    const own = readings.filter((each) => each.version === version && each.metric === metric);
    return { p75: vitalAtP75(metric, own), readings: own.reduce((sum, each) => sum + each.readingCount, 0) };
  };
  return {
    ...{ version, share, by },
    since: since.toISOString(),
    figures: run && figuresOf(run, channel),
    speed: { LCP: speedOf('LCP'), INP: speedOf('INP'), CLS: speedOf('CLS') },
  };
}

function figuresOf(figures: CanaryRunFigures, channel: ChannelState['channel']): NonNullable<ChannelStatus['figures']> {
  const { loads, faults } = figures[channel];
  return {
    loads,
    faulty: figures.run[channel].faulty,
    errors: faults.kinds.error,
    failedLoads: faults.kinds['failed-load'],
  };
}
