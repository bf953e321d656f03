export const messages = {
  title: 'A change to your membership',
  noneTitle: 'There is nothing to agree to',
  none: 'No change is open now. If the day to answer has passed, My account shows when your membership ends.',
  cancelledTitle: 'Your membership is cancelled',
  cancelled: 'You need not agree to anything. My account shows when it ends, or has ended.',
  unknownTitle: 'This link does not work',
  unknownText:
    'It belongs to a membership that has ended, or part of the link is missing. If you have a membership now, sign in to see it.',
  account: 'My account',
  contact: 'Write to us',
};
