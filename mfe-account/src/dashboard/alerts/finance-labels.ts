import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';
import type { StatusTone } from '@ve/ui/status/status';

/** The number of finance agreements on record, as a status. */
export const financeAgreementsLabel = (agreements: number): { tone: StatusTone; word: string } =>
  agreements === 0
    ? { tone: 'pass', word: 'No agreement on record' }
    : { tone: 'fail', word: `${formatCountWithNoun(agreements, 'agreement')} on record` };
