/**
 * Our pages forbid eval, and the attempt of the schema library in the remotes to find out is reported as a violation.
 * This is where it looks whether it may try.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
