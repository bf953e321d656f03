/** What the application is handed at its start, by the name Nest injects it under. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const CLOCK = Symbol('clock');
