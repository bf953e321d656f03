/**
 * Our Content-Security-Policy forbids eval, and the schema library's probe for it in the remotes would be reported as a
 * violation. This configuration disables the probe.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
