/**
 * Loader for stylis' table of vendor prefixes. styled-components adds none unless `enableVendorPrefixes` asks for it,
 * and browsers that run our scripts need none.
 */
module.exports = () => 'export const prefix = (value) => value;';
