/** Preloaded (`--import`) into a test process: skews its machine's clock by MACHINE_SKEW_MS milliseconds. */
const skewMs = Number(process.env.MACHINE_SKEW_MS);
const machineNow = Date.now.bind(Date);

Date.now = () => machineNow() + skewMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget) as Date,
});

export {};
