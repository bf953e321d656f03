/** Asks for the rights of this browser's break-glass session; without one it changes nothing. */
export const localAdminHeader = 'x-local-admin';
