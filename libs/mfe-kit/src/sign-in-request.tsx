/* The data that a tab stores of its latest request for a sign-in link (specification section 3). */
const emailKey = 'signin_email';
const registrationKey = 'signin_reg_number';
const timestampKey = 'signin_timestamp';

/** Specification section 9, in milliseconds. */
const recentFor = 10 * 60_000;

export interface RecentSignInRequest {
  email: string;
  registration: string;
}

/** Stores a request for a sign-in link until the tab is closed, unless storage is blocked. */
export function storeSignInRequest({ email, registration }: RecentSignInRequest): void {
  try {
    sessionStorage.setItem(emailKey, email);
    sessionStorage.setItem(registrationKey, registration);
    sessionStorage.setItem(timestampKey, String(Date.now()));
  } catch {
    // Without storage the link itself still leads to the report.
  }
}

export function clearSignInRequest(): void {
  try {
    sessionStorage.removeItem(emailKey);
    sessionStorage.removeItem(registrationKey);
    sessionStorage.removeItem(timestampKey);
  } catch {
    // Nothing was stored.
  }
}

/** The request of this tab within the last ten minutes; null without one. Discards an older one. */
export function readRecentSignInRequest(): RecentSignInRequest | null {
  try {
    const email = sessionStorage.getItem(emailKey) ?? '';
    const registration = sessionStorage.getItem(registrationKey) ?? '';
    const age = Date.now() - Number(sessionStorage.getItem(timestampKey) ?? Number.NaN);
    if (/^[A-Z0-9]{2,7}$/.test(registration) && age >= 0 && age < recentFor) return { email, registration };
    clearSignInRequest();
    return null;
  } catch {
    return null;
  }
}
