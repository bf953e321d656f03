export const messages = {
  title: 'Dashboard',
  reading: 'Checking whether you are signed in',
  signedInAs: (email: string) => `Signed in as ${email}`,
  vehicleTitle: 'Your vehicle',
  vehicleText:
    'We are not watching a vehicle for you yet. What is due for yours, and when, will be shown here once memberships are on sale.',
  account: 'My account',
  failedTitle: 'We could not check whether you are signed in',
  failedText: 'The service did not answer. Nothing has been lost.',
  again: 'Try again',
};
