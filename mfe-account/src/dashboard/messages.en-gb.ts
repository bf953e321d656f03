import { formatDayOfInstant } from '../platform/messages.en-gb.ts';

export const messages = {
  title: 'Dashboard',
  plan: 'Your plan',
  planLoading: 'Loading your plan',
  planFailed: 'We couldn’t load your plan.',
  charge: (text: string) => `Next charge: ${text}.`,
  noCharge: 'Nothing more will be charged.',
  ends: (at: string) => `It ends on ${formatDayOfInstant(at)}.`,
  ended: (at: string) => `It ended on ${formatDayOfInstant(at)}.`,
  unpaid: 'Your last payment failed.',
  checkWithCharge: 'Your full check comes with it.',
  fix: 'See why and pay',
  account: 'My account',

  car: {
    lapsed: 'We no longer watch it.',
    open: 'Open the report',
  },
  watch: {
    loading: 'Loading what we watch',
    failedTitle: 'We couldn’t load your reminders',
    failedText: 'We still send them.',
  },
  lapsed: {
    title: 'Your membership has ended, so we send nothing',
    text: 'We keep your choices for when you start again.',
    again: 'Start it again',
  },
  others: {
    title: 'What a membership watches',
    text: 'One car: tax, MOT, insurance and service reminders by e-mail and text; alerts on recalls, finance and keeper; its monthly value; petrol prices.',
    join: 'Start a membership',
  },
  tabsLabel: 'What we send and watch',
  tabLoading: 'Loading',
  tabs: {
    reminders: 'Reminders',
    messages: 'Messages',
    alerts: 'Alerts',
    value: 'Value',
    petrol: 'Petrol',
    calendar: 'Calendar',
  },
};
