export const messages = {
  title: 'Staff sign-in',
  text: 'Staff accounts are not open yet: there is no password to enter. The staff area cannot be reached without one.',
  home: 'Return to Home',
};
