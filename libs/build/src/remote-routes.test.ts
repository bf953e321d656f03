import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { findRooms } from './build-all.ts';
import { readContract, repositoryRoot } from './repository.ts';

/** Paths of the `<Route>` elements in a file. */
function routePaths(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxSelfClosingElement(node) && node.tagName.getText(source) === 'Route') {
      for (const attribute of node.attributes.properties) {
        if (!ts.isJsxAttribute(attribute) || attribute.name.getText(source) !== 'path') continue;
        if (attribute.initializer && ts.isStringLiteral(attribute.initializer)) found.push(attribute.initializer.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const covers = (path: string, route: string): boolean => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(route);

const remotes = findRooms(repositoryRoot).filter((room) => room !== 'shell');

test.each(remotes)('%s says of its routes what it has', async (name) => {
  const { remoteManifestSchema } = await readContract();
  const read = remoteManifestSchema.safeParse(
    JSON.parse(readFileSync(join(repositoryRoot, name, 'remote.json'), 'utf8')),
  );
  if (!read.success) throw new Error(JSON.stringify(read.error));
  const paths = routePaths(join(repositoryRoot, name, 'src/remote.tsx'));
  expect(paths.filter((path) => !read.data.routes.includes(path))).toEqual([]);
  expect(read.data.routes.filter((route) => !paths.some((path) => covers(path, route)))).toEqual([]);
});
