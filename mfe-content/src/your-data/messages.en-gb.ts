import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';

export const messages = {
  request: {
    title: 'Ask what we hold about you',
    lead: 'If you have written to us or asked for the newsletter, see, download or delete it here. You need no account.',
    label: 'Your e-mail address',
    hint: 'The one you used with us',
    action: 'Send me the link',
    busy: 'Sending…',
    failed: 'The link was not sent',
    doneTitle: 'Check your e-mail',
    done: (email: string) =>
      `If we hold anything under ${email}, a link is on its way. It works for an hour. If nothing comes, we hold at most records of e-mails and requests, which we delete within 30 days.`,
    account: 'Do you have an account?',
    accountLink: 'Sign in and open Your data',
  },
  held: {
    title: 'What we hold about you',
    lead: (email: string) => `This is what we hold under ${email}.`,
    nothing: 'Nothing is left under this address.',
    technical: 'We don’t list records of e-mails we sent or of requests like this one. We delete those within 30 days.',
    accountTitle: 'This address has an account',
    account: 'Sign in to see, correct, download or delete what it holds.',
    accountLink: 'Sign in',
    newsletter: 'Newsletter',
    subscribed: (confirmedAt: string) => `Subscribed since ${formatInstant(confirmedAt)}.`,
    unconfirmed: (requestedAt: string) => `Asked for on ${formatInstant(requestedAt)} and never confirmed.`,
    stopped: (stream: string, stoppedAt: string) =>
      `You stopped our “${stream}” e-mails on ${formatInstant(stoppedAt)}.`,
    suppressed: (since: string) =>
      `On ${formatInstant(since)} we learnt that our e-mails do not reach this address, or were reported as spam.`,
    messages: 'Enquiries and complaints',
    messageOf: (receivedAt: string) => `of ${formatInstant(receivedAt)}`,
    from: (name: string, registration: string | null) =>
      registration === null ? `From ${name}` : `From ${name}, about ${registration}`,
    open: 'Not answered yet',
    disputes: 'Mistakes you told us about',
    dispute: (registration: string, datum: string, createdAt: string) =>
      `${formatRegistration(registration)}, ${datum}, on ${formatInstant(createdAt)}`,
    signUps: 'Sign-ups that were not finished',
    signUp: (registration: string, createdAt: string) =>
      `For ${formatRegistration(registration)}, on ${formatInstant(createdAt)}`,
    download: 'Download as JSON',
    file: 'vehicle-enquiry-my-data.json',
    delete: 'Delete it',
    deleteLead:
      'We delete everything shown here at once, with two exceptions. We delete an open complaint once we have answered it. A sign-up that you may still pay for stays until it has ended. Encrypted backups expire within 35 days.',
    action: 'Delete all of this',
    busy: 'Deleting…',
    notDeleted: 'It was not deleted',
    doneTitle: 'Deleted',
    done: 'Nothing is left under this address.',
    doneAccount: 'Only the account is left under this address.',
    nothingDoneTitle: 'Nothing was deleted yet',
    partlyDoneTitle: 'Deleted in part',
    complaintsLeft: (count: number) =>
      count === 1
        ? 'Your complaint is open. We delete it when we have answered it; you need not ask again.'
        : `${count} of your complaints are open. We delete each when we have answered it; you need not ask again.`,
    signUpsLeft: (count: number) =>
      `${count === 1 ? 'A sign-up' : `${count} sign-ups`} may still be paid for. If you pay nothing, we delete ${count === 1 ? 'it' : 'each'} 30 days after it ends.`,
    expiredTitle: 'This link no longer works',
    expired: 'It is older than an hour, it was used to delete, or part of it is missing. Ask for a new one.',
    expiredLink: 'Ask for a new link',
  },
} as const;
