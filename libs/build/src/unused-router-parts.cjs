/**
 * Loader for the router's one file. It says of components that are only made that making them does nothing else, and
 * drops their names for developer tools, so that those nobody renders can be left out.
 */
module.exports = (source) =>
  source
    .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replace(/^(var \w+ = )(React\d+\.(?:forwardRef|createContext|memo)\()/gm, '$1/*#__PURE__*/ $2');
