# Installs what one workspace package needs in production: `sh install-packages.sh @ve/bff`, next to the manifests. The
# image has its own Node, and PostgreSQL is another service, so optional packages are left out. npm would install a
# package that one workspace needs and another tests with for both, so development dependencies go first. Then what no
# server reads is removed: declarations, source maps, TypeScript, and the tests and documents of packages, but no licence.
set -eu
node -e "
  const { globSync, readFileSync, writeFileSync } = require('node:fs');
  for (const file of globSync('{.,*,libs/*}/package.json')) {
    const { devDependencies, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(rest, null, 2));
  }"
npm ci --no-audit --no-fund --omit=dev --omit=optional --workspace="$1"
npm cache clean --force
rm -rf node_modules/typescript # of a plugin of @nestjs/swagger for compilers
find . -path '*/node_modules/*' -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsx' \
  -o -name '*.test.*js' -o -name '*.spec.*js' -o -name '*.tsbuildinfo' \
  -o \( -iname '*.md' ! -iname 'licen[cs]e*' ! -iname 'notice*' \) \) -delete
find . -path '*/node_modules/*' -type d \( -name test -o -name tests -o -name __tests__ -o -name .github \) -prune \
  -exec rm -rf {} +
