const key = (registration: string) => `vehicle-alert-dismissed-${registration}`;

/** Whether the alert was dismissed for this registration in this session; false where storage is blocked. */
export function isDismissed(registration: string): boolean {
  try {
    return sessionStorage.getItem(key(registration)) !== null;
  } catch {
    return false;
  }
}

/** Remembers for this session that the alert was dismissed, where storage allows. */
export function dismiss(registration: string): void {
  try {
    sessionStorage.setItem(key(registration), 'true');
  } catch {
    // Without storage the alert merely opens again on the next visit.
  }
}
