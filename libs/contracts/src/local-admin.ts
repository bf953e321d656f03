/** Requests the rights of this browser's break-glass session; has no effect without one. */
export const breakGlassHeader = 'x-local-admin';
