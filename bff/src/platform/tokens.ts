/** Injection tokens of what the application is given at its start. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const CLOCK = Symbol('clock');
