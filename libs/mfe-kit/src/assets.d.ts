declare module '*.png' {
  /** URL path of the asset, from the root of the site. */
  const address: string;
  export { address as default };
}
