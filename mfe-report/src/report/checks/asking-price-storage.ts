const key = (registration: string) => `asking-price-${registration}`;

/** The asking price typed for this registration in this session; blank where storage is blocked. */
export function readAskingPrice(registration: string): string {
  try {
    return sessionStorage.getItem(key(registration)) ?? '';
  } catch {
    return '';
  }
}

/** Remembers the asking price for this session, where storage allows. It is never sent. */
export function storeAskingPrice(registration: string, typed: string): void {
  try {
    sessionStorage.setItem(key(registration), typed);
  } catch {
    // Without storage it is merely typed again after a reload.
  }
}
