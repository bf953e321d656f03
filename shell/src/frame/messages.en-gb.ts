/** Texts of the frame; those that the specification prescribes are verbatim. */
export const messages = {
  product: 'Vehicle Enquiry',
  home: 'Vehicle Enquiry home',
  skip: 'Skip to main content',
  nav: {
    label: 'Main',
    menu: 'Menu',
    advice: 'Buying Advice',
    blog: 'Blog',
    admin: 'Admin',
    signIn: 'Sign In',
    dashboard: 'Dashboard',
    account: 'My account',
    adminBadge: 'Admin',
    adminBadgeTitle: 'Signed in as an administrator',
  },
  footer: {
    label: 'About this site',
    privacy: 'Privacy',
    terms: 'Terms',
    cookies: 'Cookies',
    faq: 'FAQ',
    affiliates: 'Affiliates',
    contact: 'Contact',
    licence:
      'Vehicle information on this site comes from a licensed third-party data company that is not affiliated with the government.',
  },
  notFound: {
    title: 'Oops! Page not found',
    body: 'There is no page at this address. The page may have moved, or the address may be mistyped.',
    action: 'Return to Home',
    log: 'No page at',
  },
  failed: {
    title: 'Something went wrong',
    body: "We're sorry, but something unexpected happened.",
    action: 'Reload page',
  },
  areaDown: {
    title: 'This page isn’t available right now',
    body: 'We couldn’t load this part of the site. The rest still works. Check your connection and try again.',
    action: 'Try again',
    busy: 'Trying again…',
  },
} as const;
