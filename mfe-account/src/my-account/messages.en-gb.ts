export const messages = {
  title: 'My account',
  signedInAs: (email: string) => `Signed in as ${email}`,
  reading: 'Checking whether you are signed in',
  visitorTitle: 'You are not signed in',
  visitorText:
    'Your reports and reminders are listed here once you have an account. You can read a report without one.',
  check: 'Check a vehicle',
  signIn: 'About signing in',
  failedTitle: 'We could not check whether you are signed in',
  failedText: 'The service did not answer. Nothing has been lost.',
  again: 'Try again',
};
