export const messages = {
  title: 'Dashboard',
  reading: 'Finding out who is signed in',
  signedInAs: (email: string) => `Signed in as ${email}`,
  vehicleTitle: 'Your vehicle',
  vehicleText:
    'We are not watching a vehicle for you yet. What is due for yours, and when, will stand here when membership opens.',
  account: 'My account',
  failedTitle: 'We could not find out who is signed in',
  failedText: 'The service did not answer. Nothing of yours is lost.',
  again: 'Try again',
};
