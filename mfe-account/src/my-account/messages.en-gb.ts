export const messages = {
  title: 'My account',
  signedInAs: (email: string) => `Signed in as ${email}`,
  reading: 'Finding out who is signed in',
  visitorTitle: 'You are not signed in',
  visitorText: 'Your reports and reminders are listed here once you have an account. Reading a report needs none.',
  check: 'Check a vehicle',
  signIn: 'About signing in',
  failedTitle: 'We could not find out who is signed in',
  failedText: 'The service did not answer. Nothing of yours is lost.',
  again: 'Try again',
};
