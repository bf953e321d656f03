/** The browser's flag of specification section 3. It makes pages ask for the rights of a break-glass session. */
const localAdminFlag = 'admin_authenticated';

/** Whether this browser says that it has opened break-glass access. It decides nothing: the service does. */
export function hasLocalAdminFlag(): boolean {
  try {
    return localStorage.getItem(localAdminFlag) === 'true';
  } catch {
    return false;
  }
}

/** To be called when the service has opened a break-glass session for this browser. */
export function setLocalAdminFlag(): void {
  localStorage.setItem(localAdminFlag, 'true');
}

/** On signing out (specification section 4). */
export function clearLocalAdminFlag(): void {
  try {
    localStorage.removeItem(localAdminFlag);
  } catch {
    // A browser without storage has no flag.
  }
}
