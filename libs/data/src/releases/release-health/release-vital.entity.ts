import { defineEntity, p } from '@mikro-orm/postgresql';
import type { WebVitalMetric } from '@ve/domain/releases/vital-scale';
import { instantColumn } from '../../kernel/entity-columns.ts';
import { releaseKeyChecks, releaseKeyColumns, wholeHourCheck } from './release-key-columns.ts';

/** How fast pages with a release were in one hour, by the sampled readings of browsers. */
export const releaseWebVitalEntity = defineEntity({
  name: 'ReleaseVital',
  tableName: 'release_vitals',
  properties: {
    ...releaseKeyColumns(),
    metric: p.text().$type<WebVitalMetric>().primary(),
    /** The start of the hour. */
    hour: instantColumn().primary(),
    /**
     * The step of the metric's scale that the readings fell into: a histogram, so that no row concerns a single visit.
     */
    bucket: p.smallint().primary(),
    readingCount: p.integer(),
  },
  indexes: [{ name: 'release_vitals_hour_index', properties: ['hour'] }],
  checks: [
    { name: 'release_vitals_metric_check', expression: `metric in ('LCP', 'INP', 'CLS')` },
    wholeHourCheck('release_vitals'),
    { name: 'release_vitals_bucket_check', expression: 'bucket >= 0 and bucket <= 99' },
    { name: 'release_vitals_reading_count_check', expression: 'reading_count >= 1' },
    ...releaseKeyChecks('release_vitals'),
  ],
});
