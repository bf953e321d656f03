/**
 * Loader for the router's single file. Marks the creation of components as pure and removes their display names, so
 * that unused ones are tree-shaken.
 */
module.exports = (source) =>
  source
    .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replace(/^(var \w+ = )(React\d+\.(?:forwardRef|createContext|memo)\()/gm, '$1/*#__PURE__*/ $2');
