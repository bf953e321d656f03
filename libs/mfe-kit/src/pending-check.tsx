/** The full check that a payment was made for in this tab; the report of its vehicle starts it once it is paid. */
const key = 'check-after-payment';

/** For so long it is waited for, in milliseconds: a bank's question and a slow answer, but no payment of another day. */
const maxDurationMs = 3_600_000;

/** Notes, before the payment, whose check of which vehicle it is for. Another payment's takes its place. */
export function storePendingCheck(userId: string, registration: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([userId, registration, Date.now()]));
  } catch {
    // Without storage the button of the report starts it.
  }
}

export function clearPendingCheck(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was noted.
  }
}

/** The vehicle whose check this user pays for; null when they pay for none, or began to longer than an hour ago. */
export function readPendingCheck(userId: string | null): string | null {
  try {
    const noted: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!Array.isArray(noted)) return null;
    const [ofUser, registration, at] = noted as unknown[];
    const age = Date.now() - Number(at);
    const isOwn = userId !== null && ofUser === userId && age >= 0 && age < maxDurationMs;
    return isOwn && typeof registration === 'string' && /^[A-Z0-9]{2,7}$/.test(registration) ? registration : null;
  } catch {
    return null;
  }
}
