export const messages = {
  ask: {
    title: 'Set or reset your password',
    lead: 'We mail a link to the address of a staff account. It works once, for an hour. You still need your authenticator app to sign in.',
    email: 'E-mail address',
    invalid: 'Enter an e-mail address, like name@example.com',
    submit: 'Send the link',
    busy: 'Sending…',
    failed: 'The link was not sent',
    sentTitle: 'Check your e-mail',
    sent: (email: string) =>
      `If ${email} belongs to an administrator, a link is on its way. It signs nobody in: it only sets the password.`,
    back: 'Back to sign-in',
  },
  set: {
    title: 'Choose a password',
    submit: 'Save the password',
    busy: 'Saving…',
    failed: 'The password was not saved',
    savedTitle: 'Your password is saved',
    saved: 'Wherever you were signed in to the staff area, you are signed out.',
    signIn: 'Sign in',
    expiredTitle: 'This link has expired',
    expired: 'It is too old, or a newer one was used. Ask for another.',
    usedTitle: 'This link has been used',
    used: 'If it was not you, set another password now, and tell your team.',
    again: 'Ask for another link',
  },
};
