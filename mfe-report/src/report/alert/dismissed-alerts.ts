const key = (registration: string) => `vehicle-alert-dismissed-${registration}`;

/** Whether the alert was dismissed for this registration in this session; false if storage is blocked. */
export function isVehicleTaxAlertDismissed(registration: string): boolean {
  try {
    return sessionStorage.getItem(key(registration)) !== null;
  } catch {
    return false;
  }
}

/** Stores for this session that the alert was dismissed. */
export function dismissVehicleTaxAlert(registration: string): void {
  try {
    sessionStorage.setItem(key(registration), 'true');
  } catch {
    // Without storage the alert opens again on the next visit.
  }
}
