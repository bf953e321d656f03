export const messages = {
  title: 'Cancel Subscription',
  description:
    'How to end a Vehicle Enquiry membership: online, without a telephone call. Membership is not open for payment yet, so there is nothing to cancel.',
  lead: 'There is nothing to cancel yet.',
  text: 'Membership is not open for payment in this release, so nobody has been charged and no subscription exists. When it opens, this page ends it online, without a telephone call.',
  contact: 'Contact us',
  home: 'Return to Home',
};
