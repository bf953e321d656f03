/** Text of the page; its title is the specification's (section 2). */
export const messages = {
  title: 'Cancel Subscription',
  description: 'How to end a Vehicle Enquiry trial or membership: online, in two clicks, without having to phone.',
  lead: 'You can leave at any time, online, without giving a reason.',
  ways: [
    {
      title: 'From your account',
      text: 'Sign in and choose Cancel. The page says when your trial or membership ends before you confirm.',
      action: 'My account',
      to: '/my-account',
    },
    {
      title: 'From any of our e-mails',
      text: 'Every e-mail about your membership has a link that cancels it. It works without signing in.',
    },
    {
      title: 'By writing to us',
      text: 'Tell us the e-mail address you signed up with. Ask here for a refund too: we reply within 24 hours.',
      action: 'Contact us',
      to: '/contact?type=general',
    },
  ],
} as const;
