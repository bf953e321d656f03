export const messages = {
  title: 'Cancel Subscription',
  description:
    'How to end a Vehicle Enquiry membership: online, without having to phone. Memberships are not on sale yet, so there is nothing to cancel.',
  lead: 'There is nothing to cancel yet.',
  text: 'Memberships are not on sale yet, so nobody has been charged and no subscription exists. Once they are, you will be able to cancel here online, without having to phone.',
  contact: 'Contact us',
  home: 'Return to Home',
};
