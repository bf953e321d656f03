/** The browser's flag of specification section 3. With it, pages request the rights of a break-glass session. */
const localAdminFlag = 'admin_authenticated';

/** Whether this browser has the flag of a break-glass session. It grants nothing: the service decides. */
export function hasBreakGlassFlag(): boolean {
  try {
    return localStorage.getItem(localAdminFlag) === 'true';
  } catch {
    return false;
  }
}

/** Call it when the service has opened a break-glass session for this browser. */
export function setBreakGlassFlag(): void {
  localStorage.setItem(localAdminFlag, 'true');
}

/** Call it on signing out (specification section 4). */
export function clearBreakGlassFlag(): void {
  try {
    localStorage.removeItem(localAdminFlag);
  } catch {
    // A browser without storage has no flag.
  }
}
