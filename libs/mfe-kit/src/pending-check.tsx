/** The full check that was paid for in this tab; the report of its vehicle starts it after the payment. */
const key = 'check-after-payment';

/**
 * How long it stays pending, in milliseconds: enough for an authentication and a slow response, but not for a payment
 * of another day.
 */
const maxDurationMs = 3_600_000;

/** Stores, before the payment, the user and the vehicle of its check. Replaces that of an earlier payment. */
export function storeFullCheckAwaitingPayment(userId: string, registration: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([userId, registration, Date.now()]));
  } catch {
    // Without storage the visitor starts the check with the report's button.
  }
}

export function clearFullCheckAwaitingPayment(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The vehicle whose check this user pays for; null if there is none, or the payment started more than an hour ago. */
export function readFullCheckAwaitingPayment(userId: string | null): string | null {
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
