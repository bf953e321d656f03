/** Where the browser stores it. Session storage is cleared when the tab closes; local storage is kept. */
export type BrowserStorageKind = 'cookie' | 'session storage' | 'local storage';

export interface BrowserStoredItem {
  /** The name of the item; `{…}` is a variable part, such as a registration. */
  name: string;
  place: BrowserStorageKind;
  /** The purpose, in plain words for visitors. */
  purpose: string;
  lasts: string;
  /** A choice of the visitor about the item, shown next to it. */
  choice?: 'trials';
  /** `later`: the feature that writes it is not released yet, so nothing writes it today. */
  written: 'now' | 'later';
}

/**
 * All items that our pages store in a browser. A test checks this list against the code both ways: it fails for keys
 * that are written but not listed, and for keys listed as `now` that nothing writes.
 */
export const browserStoredItems: readonly BrowserStoredItem[] = [
  {
    name: 'session_id',
    place: 'session storage',
    purpose:
      'A random number sent with an error report, so that we can tell which errors belong to the same visit. While you are signed in, the report names your account as well.',
    lasts: 'Until you close the tab',
    written: 'now',
  },
  {
    name: 'scroll-positions',
    place: 'session storage',
    purpose: 'How far you scrolled on each page, so that Back takes you there. We never receive it.',
    lasts: 'Until you close the tab',
    written: 'now',
  },
  {
    name: 'vehicle-alert-dismissed-{registration}',
    place: 'session storage',
    purpose: 'Remembers that you closed the alert about a vehicle, so that it stays closed.',
    lasts: 'Until you close the tab',
    written: 'now',
  },
  {
    name: 'check-after-payment',
    place: 'session storage',
    purpose:
      'Which vehicle’s full check you are paying for, so that the check starts once you have paid, even if your bank asks you something first. It works for an hour. We never receive it.',
    lasts: 'Until the check has started, or you close the tab',
    written: 'now',
  },
  {
    name: 'asking-price-{registration}',
    place: 'session storage',
    purpose:
      'The asking price you typed next to a valuation, so that it is there when you come back. We never receive it.',
    lasts: 'Until you close the tab',
    written: 'now',
  },
  {
    name: 'dial-today-{registration}',
    place: 'session storage',
    purpose: 'The mileage you read off a car’s odometer, so that it is there when you come back. We never receive it.',
    lasts: 'Until you close the tab',
    written: 'now',
  },
  {
    name: 'viewing-notes',
    place: 'local storage',
    purpose:
      'What you ticked and wrote in a report’s viewing list, so that it is there when you open the report again. We never receive it.',
    lasts: 'Until you delete the notes below the list or clear your browser. Only those on the last 8 cars are kept.',
    written: 'now',
  },
  {
    name: 'saved-articles',
    place: 'local storage',
    purpose: 'The numbers of the articles you saved on the blog. We never receive them.',
    lasts: 'Until you remove the articles or clear your browser',
    written: 'now',
  },
  {
    name: 'pending_signup',
    place: 'local storage',
    purpose:
      'What you typed when signing up (name, e-mail, address, registration) and the references of a payment you began, so that you can carry on where you stopped. Never your card.',
    lasts: 'Until you have signed up. After a day we no longer use it, and delete it when you next open the sign-up.',
    written: 'now',
  },
  {
    name: '__Host-session',
    place: 'cookie',
    purpose: 'Keeps you signed in. It is a random token that no script can read.',
    lasts: '30 days, or until you sign out',
    written: 'now',
  },
  {
    name: '__Host-ve-cancellation',
    place: 'cookie',
    purpose:
      'Remembers that you typed the code we e-mailed you to cancel a subscription, so that you don’t need another. It is a random token that no script can read.',
    lasts: '30 minutes',
    written: 'now',
  },
  {
    name: '__Host-ve-browser',
    place: 'cookie',
    purpose:
      'Recognises the browser that came to pay, or asked for a sign-in link or a cancellation code, so that no one else can finish or block it. It is a random token that no script can read.',
    lasts: 'A day after you last used it, or until you sign out',
    written: 'now',
  },
  {
    name: '__Host-ve-channel',
    place: 'cookie',
    purpose:
      'Set only while we try out a new version of our pages on some visitors. It keeps you on one version from page to page, and lets us count several errors as one visitor’s. It is a random number that no script can read. It says nothing about you and belongs to no account. If you leave trials, it says only that.',
    lasts: '30 days; a year if you choose to be left out',
    choice: 'trials',
    written: 'now',
  },
  {
    name: '__Host-ve-staff-sign-in',
    place: 'cookie',
    purpose:
      'For our staff only: remembers who is signing in between the password and the code. It is a random token that no script can read.',
    lasts: '10 minutes',
    written: 'now',
  },
  {
    name: '__Host-ve-staff-browser',
    place: 'cookie',
    purpose:
      'For our staff only: marks a browser that has signed in before, so that no one can lock it out by guessing. It is signed, and no script can read it. It gives no access by itself.',
    lasts: '90 days after the last sign-in',
    written: 'now',
  },
  {
    name: '__Host-ve-override',
    place: 'cookie',
    purpose:
      'For our staff only: which version of our pages they preview before visitors get it. It is signed, and no script can read it. It works only in their own session.',
    lasts: '12 hours, or until signing out',
    written: 'now',
  },
  {
    name: '__Host-ve-preview',
    place: 'cookie',
    purpose:
      'Only at the address of a preview: shows that you opened its link. It is signed, and no script can read it. It gives no access to an account.',
    lasts: 'Until the preview ends, 30 days at most',
    written: 'now',
  },
  {
    name: '__Host-ve-local-admin',
    place: 'cookie',
    purpose:
      'For our developers only: emergency access on their own machine, never on this site. It is a random token that no script can read.',
    lasts: 'An hour, or until signing out',
    written: 'now',
  },
  {
    name: 'signin_email',
    place: 'session storage',
    purpose: 'The e-mail address you asked us to send a sign-in link to, so that you needn’t type it again.',
    lasts: 'Until you close the tab; used for 10 minutes',
    written: 'now',
  },
  {
    name: 'signin_reg_number',
    place: 'session storage',
    purpose: 'The registration you signed in with, so that your report opens afterwards.',
    lasts: 'Until you close the tab; used for 10 minutes',
    written: 'now',
  },
  {
    name: 'signin_timestamp',
    place: 'session storage',
    purpose: 'When you asked for the link, so that we know whether it still works.',
    lasts: 'Until you close the tab; used for 10 minutes',
    written: 'now',
  },
  {
    name: 'admin_authenticated',
    place: 'local storage',
    purpose: 'For our staff only: remembers that the admin area was opened. It gives no access by itself.',
    lasts: 'Until signing out of the admin area',
    written: 'now',
  },
];
