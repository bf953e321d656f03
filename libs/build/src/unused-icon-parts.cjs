/**
 * Loader for lucide's icons. Removes the random keys of their shapes, which React needs only in development and which do
 * not compress, and the display names of the components.
 */
module.exports = (source) =>
  source
    .replace(/,\s*key: "[a-z0-9]+"/g, '')
    .replace(/^__iconData\.node;$/m, '')
    .replace(/typeof iconDataOrName === "string" \? toLucideIconData\([^)]*\) : iconDataOrName/, 'iconDataOrName')
    .replace(/^ +if \(iconData\.name\) \{\n.*displayName.*\n +\}$/m, '');
