export const messages = {
  title: 'Staff sign-in',
  text: 'Staff accounts are not open in this release: there is no password to enter yet. The staff area cannot be reached without one.',
  home: 'Return to Home',
};
