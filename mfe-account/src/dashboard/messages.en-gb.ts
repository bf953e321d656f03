import { dayOf, momentOf, money } from '../platform/messages.en-gb.ts';

export const messages = {
  title: 'Dashboard',
  plan: 'Your plan',
  planLoading: 'Reading your plan',
  planFailed: 'Your plan could not be read. Try again in a minute.',
  charge: (pence: number, at: string) => `Next charge: ${money(pence)} on ${momentOf(at)}.`,
  noCharge: 'Nothing more will be charged.',
  ends: (at: string) => `It ends on ${dayOf(at)}.`,
  ended: (at: string) => `It ended on ${dayOf(at)}.`,
  unpaid: 'A payment failed.',
  checks: (count: number) => (count > 0 ? 'You have a full check to use.' : 'No full check left in this period.'),
  fix: 'See why and pay',
  account: 'My account',
  report: 'Your latest report',
  reportLoading: 'Loading your reports',
  reportFailed: 'Your reports could not be read. Try again in a minute.',
  noReport: 'You have no report yet.',
  checkVehicle: 'Check a vehicle',
  createdOn: (at: string) => `Created on ${dayOf(at)}`,
  open: 'Open the report',
};
