/** Injection tokens of the values passed to the application at its start. */
export const CONFIG_TOKEN = Symbol('config');
export const LOGGER_TOKEN = Symbol('logger');
export const CLOCK_TOKEN = Symbol('clock');
