const key = (registration: string) => `vehicle-alert-dismissed-${registration}`;

/** Whether the alert was dismissed for this registration in this session. Where storage is refused, it was not. */
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
    // A browser that refuses storage shows the alert again at the next visit, and no worse.
  }
}
