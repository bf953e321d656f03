export const messages = {
  ask: {
    title: 'Set or reset your password',
    lead: 'We e-mail a link to a staff account’s address. It works once, for an hour. You still need your authenticator app to sign in.',
    email: 'E-mail address',
    submit: 'Send the link',
    busy: 'Sending…',
    failed: 'The link wasn’t sent',
    sentTitle: 'Check your e-mail',
    sent: (email: string) =>
      `If ${email} belongs to an administrator, we’ve sent a link. It only sets the password. It doesn’t sign you in.`,
    back: 'Back to sign-in',
  },
  set: {
    title: 'Choose a password',
    submit: 'Save the password',
    busy: 'Saving…',
    failed: 'The password wasn’t saved',
    savedTitle: 'Your password is saved',
    saved: 'You’re signed out of the staff area everywhere.',
    signIn: 'Sign in',
    expiredTitle: 'This link has expired',
    expired: 'It’s too old, or a newer one was used. Ask for another.',
    usedTitle: 'This link has been used',
    used: 'If this wasn’t you, set another password now and tell your team.',
    again: 'Ask for another link',
  },
};
