/**
 * Loader for the federation runtime's preloading by manifests, which we do not have: the document and the shell preload
 * scripts themselves.
 */
module.exports = () => `
const refuse = () => {
  throw new Error('Preloading by manifests is not built');
};
export const defaultPreloadArgs = {};
export { refuse as formatPreloadArgs, refuse as normalizePreloadExposes, refuse as preloadAssets };
`;
