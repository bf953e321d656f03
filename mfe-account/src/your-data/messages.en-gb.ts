import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';
import { formatDayOfInstant } from '../platform/messages.en-gb.ts';

export const messages = {
  title: 'Your data',
  lead: 'Correct what you have told us, and get a copy of everything we hold about you.',
  account: 'My account',

  profile: {
    loading: 'Loading your details',
    failedTitle: 'We couldn’t load your details',
    failedText: 'The service did not answer. Nothing has been lost.',
    again: 'Try again',
  },

  details: {
    title: 'Name, address and telephone',
    name: 'Full name',
    address: 'Address',
    addressHint: 'House and street, town. Leave blank to remove it.',
    postcode: 'Postcode',
    phone: 'Telephone',
    phoneHint: 'A UK number. Leave blank to remove it.',
    save: 'Save',
    busy: 'Saving…',
    saved: 'Saved',
    savedText: 'Your details are corrected. A new name reaches our payment provider within minutes.',
    failed: 'Your details were not saved',
    errors: {
      name: 'Enter your full name, in up to 200 characters',
      address: 'Enter the address in up to 1,000 characters',
      postcode: 'Enter a UK postcode, like LS1 4AP',
      phone: 'Enter a UK telephone number, like 07700 900123',
    },
  },

  email: {
    title: 'E-mail address',
    current: (email: string) => `Your address is ${email}.`,
    how: 'To change it, confirm at both addresses. We send a link to each. Until you have confirmed both, everything goes to your current address, and you sign in with it.',
    field: 'New e-mail address',
    same: 'That is already your address',
    ask: 'Send both links',
    busy: 'Sending…',
    failed: 'The links were not sent',
    waitingTitle: 'Waiting for both addresses to confirm',
    waiting: (email: string, until: string) =>
      `We have sent a link to your address and one to ${email}. They work until ${formatInstant(until)}. If one does not arrive, look in the spam folder and check the new address.`,
    oldConfirmed: 'Your current address is confirmed.',
    newConfirmed: 'The new address is confirmed.',
    withdraw: 'Do not change it',
    withdrawing: 'Stopping…',
    withdrawFailed: 'The change was not stopped',
  },

  copy: {
    title: 'A copy of everything',
    lead: 'Everything we hold about you: account, payments, consents, e-mails, sign-ins, reports, checks, enquiries. It takes a minute. We e-mail you when it is ready, and keep it for 7 days, for you alone.',
    ask: 'Make a copy of my data',
    asking: 'Asking…',
    askFailed: 'The copy was not started',
    loading: 'Loading your copies',
    failedTitle: 'We couldn’t load your copies',
    failedText: 'The service did not answer. We still finish any copy you asked for.',
    again: 'Try again',
    making: 'Being made',
    waiting: 'Making a copy…',
    makingText: 'You can leave this page. We e-mail you when it is ready.',
    ready: 'Ready',
    failed: 'Not made',
    failedWhy: 'Something went wrong on our side. Make another.',
    of: (askedAt: string) => `Asked for on ${formatInstant(askedAt)}`,
    until: (until: string) => `Deleted on ${formatDayOfInstant(until)}`,
    open: 'Read it',
    openOf: (askedAt: string) => `Read it: the copy of ${formatInstant(askedAt)}`,
    download: 'Download as JSON',
    downloadOf: (askedAt: string) => `Download as JSON: the copy of ${formatInstant(askedAt)}`,
  },

  unconfirmed: {
    title: 'Confirm your address before you make a copy',
    text: (email: string) =>
      `You have not opened a link we sent to ${email} yet. Until you do, a copy leaves out anything linked only to the address, such as enquiries and e-mails.`,
    action: 'Confirm my address',
    busy: 'Sending…',
    failed: 'The link was not sent',
    sent: {
      tone: 'info',
      title: 'A link is on its way',
      text: (email: string) =>
        `We are sending it to ${email}. It works once, for 10 minutes, and signs you in. Open it, then come back here.`,
    },
    confirmed: {
      tone: 'pass',
      title: 'Your address is confirmed',
      text: (email: string) => `A copy you make now includes everything linked to ${email}.`,
    },
  },

  file: {
    title: 'Everything we hold about you',
    back: 'Back to your data',
    print: 'Print',
    madeAt: (at: string) => `As of ${formatInstant(at)}.`,
    loading: 'Opening the copy',
    goneTitle: 'We can’t open this copy',
    goneText: 'It is older than 7 days, or it is not one of yours. You can make another.',
    failedTitle: 'We couldn’t load the copy',
    again: 'Try again',
    contents: 'Contents',
    entries: (count: number) => formatCountWithNoun(count, 'entry', 'entries'),
    entry: (number: number, count: number) => `${number} of ${count}`,
    nothingTitle: 'We hold none of these',
    leftOutTitle: 'Left out until your address is confirmed',
    nothing: 'None',
    yes: 'Yes',
    no: 'No',
  },

  confirm: {
    title: 'A new address for an account',
    oldHeading: 'Is your new address right?',
    old: (to: string) =>
      `Once both addresses have confirmed, your account uses ${to}. You sign in with it, and all e-mails go there.`,
    newHeading: 'Is this your account?',
    new: (from: string, to: string) =>
      `The owner of the account of ${from} wants to use ${to}, the address this link was sent to.`,
    both: 'The change happens once both addresses have confirmed. Every other browser is then signed out.',
    already: 'You have already confirmed with this link. The other address has yet to confirm.',
    confirm: 'Confirm',
    confirming: 'Confirming…',
    notConfirmed: 'It was not confirmed',
    stranger: 'This was not me',
    strangerOld: 'This stops the change and signs everyone out of your account.',
    strangerNew: 'This stops the change. Your address will not be used.',
    stopping: 'Stopping…',
    notStopped: 'It was not stopped',
    outcomes: {
      waiting: {
        tone: 'pass',
        title: 'Confirmed',
        text: 'Thank you. The other address has yet to confirm, by the link we sent there.',
      },
      changed: {
        tone: 'pass',
        title: 'The address is changed',
        text: 'The account has its new e-mail address. We have e-mailed both addresses.',
      },
      taken: {
        tone: 'warn',
        title: 'Nothing was changed',
        text: 'The new address now has its own account. Sign in with it, or choose another address.',
      },
      stopped: {
        tone: 'pass',
        title: 'Stopped',
        text: 'The address stays as it was, and the links no longer work.',
      },
      ended: {
        tone: 'warn',
        title: 'This link no longer works',
        text: 'It is older than 24 hours, the change was stopped or requested again, or part of the link is missing. Request the change again under “Your data”.',
      },
    },
  },
} as const;
