/** Prerendered pages of mfe-content: their heading, and a phrase from far down the text. */
export const prerenderedContentPages = [
  {
    path: '/faq',
    heading: 'Frequently asked questions',
    text: 'You need not ask for a refund. Cancel within 30 days of a payment of £8.90 without using its full check',
    data: ['FAQPage', 'BreadcrumbList'],
  },
  {
    path: '/affiliates',
    heading: 'Affiliate programme',
    text: 'You have a valid PayPal or bank account.',
    data: ['BreadcrumbList'],
  },
  {
    path: '/contact',
    heading: 'Contact us',
    text: 'A question, a complaint, something wrong in a report, or your personal data.',
    data: ['BreadcrumbList'],
  },
  {
    path: '/terms',
    heading: 'Terms of service',
    text: 'Estonian law governs these terms. If you live in the UK, you keep your rights under UK law.',
    data: ['BreadcrumbList'],
  },
  {
    path: '/privacy',
    heading: 'Privacy notice',
    text: 'We sell no personal data, show no adverts and use no tracking cookies.',
    data: ['BreadcrumbList'],
  },
  {
    path: '/cookies',
    heading: 'Cookies',
    text: 'We use no cookies for adverts, tracking or analytics',
    data: ['BreadcrumbList'],
  },
  {
    path: '/blog',
    heading: 'Vehicle Enquiry Blog',
    text: 'A viewing goes better with a list.',
    data: ['BreadcrumbList'],
  },
  {
    path: '/blog/1',
    heading: 'What a vehicle history check tells you, and what it cannot',
    text: 'Registers hold what somebody reported, and nothing else.',
    data: ['Article', 'BreadcrumbList'],
  },
  {
    path: '/blog/3',
    heading: 'An hour with a used car: what to look at, in order',
    text: 'Ask for a report on the battery’s health and what is left of its warranty.',
    data: ['Article', 'BreadcrumbList'],
  },
  {
    path: '/blog/4',
    heading: 'How to read a car’s MOT history',
    text: 'A test shows the state of the car on one day, and many parts are never looked at',
    data: ['Article', 'BreadcrumbList'],
  },
  {
    path: '/blog/5',
    heading: 'Car tax in 2026: what changed and what you will pay',
    text: 'Treat the supplement as part of the price',
    data: ['Article', 'BreadcrumbList'],
  },
  {
    path: '/blog/6',
    heading: 'Outstanding finance: how to buy a car that is really the seller’s',
    text: 'Get a receipt with both names and addresses',
    data: ['Article', 'BreadcrumbList'],
  },
  {
    path: '/buying-advice',
    heading: 'Buying advice',
    text: 'Damage and repairs that no insurer decided to write off.',
    data: ['BreadcrumbList'],
  },
] as const;
