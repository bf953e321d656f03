export const messages = {
  title: 'Staff sign-in',
  text: 'Staff accounts are not open in this release: there is no password to enter yet. Nothing of the staff area can be reached without one.',
  home: 'Return to Home',
};
