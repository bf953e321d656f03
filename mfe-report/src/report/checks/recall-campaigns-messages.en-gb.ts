import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';

export const recallCampaignMessages = {
  title: 'Recall campaigns for this model',
  loading: 'Loading DVSA’s list of campaigns…',
  mayApply: (number: number) =>
    `${number === 1 ? 'One campaign' : `${String(number)} campaigns`} in DVSA’s list may apply, by model and age. The dealer can tell by the VIN which applies, and whether it is done.`,
  none: 'DVSA’s list has no campaign for this model and age. The dealer can tell by the VIN what is recalled.',
  unknown: {
    'car-not-known': 'Not available: make, model or age are not known, so DVSA’s list can’t be searched.',
    'list-not-read': 'Not available: we have not yet received DVSA’s list of campaigns.',
    failed: 'We couldn’t load DVSA’s list of campaigns.',
  },
  tryAgain: 'Try again',
  remedy: 'Repair:',
  launched: (number: string, date: string, affected: number | null) =>
    `${number}, launched on ${date}${affected === null ? '' : `, for ${formatCountWithNoun(affected, 'vehicle')}`}`,
  source: 'DVSA’s recalls file',
} as const;
