/** How long a row counts the reports of one error after the first, in milliseconds: the staff list has a row a day. */
export const errorRowMs = 86_400_000;

/** When a reported error happened: as the browser says, unless that is in the future or more than a day ago. */
export const plausibleErrorTime = (claimed: Date, receivedAt: Date): Date => {
  const age = receivedAt.getTime() - claimed.getTime();
  return age >= 0 && age < 86_400_000 ? claimed : receivedAt;
};
