/** The browser's flag of specification section 3. It shows nothing by itself: it makes pages send the header below. */
export const localAdminFlag = 'admin_authenticated';

/** Asks for the rights of this browser's break-glass session; without one it changes nothing. */
export const localAdminHeader = 'x-local-admin';
