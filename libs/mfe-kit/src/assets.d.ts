declare module '*.png' {
  /** Where browsers find it, from the root of the site. */
  const address: string;
  export { address as default };
}
