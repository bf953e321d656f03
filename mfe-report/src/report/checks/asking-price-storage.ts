const key = (registration: string) => `asking-price-${registration}`;

/** The asking price typed for this registration in this session; empty if storage is blocked. */
export function readAskingPrice(registration: string): string {
  try {
    return sessionStorage.getItem(key(registration)) ?? '';
  } catch {
    return '';
  }
}

/** Stores the asking price for this session. It is never sent. */
export function storeAskingPrice(registration: string, typed: string): void {
  try {
    sessionStorage.setItem(key(registration), typed);
  } catch {
    // Without storage it must be typed again after a reload.
  }
}
