import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { findFrontEndPackages } from './build-all.ts';
import { importRemoteContract, repositoryRoot } from './repository.ts';

const sourceOf = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

/** Paths of the `<Route>` elements in a file. */
function routePaths(file: string): string[] {
  const source = sourceOf(file);
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

const remotes = findFrontEndPackages(repositoryRoot).filter((workspacePackage) => workspacePackage !== 'shell');

test.each(remotes)('the routes in remote.json of %s match its <Route> elements', async (name) => {
  const { remoteManifestSchema } = await importRemoteContract();
  const read = remoteManifestSchema.safeParse(
    JSON.parse(readFileSync(join(repositoryRoot, name, 'remote.json'), 'utf8')),
  );
  if (!read.success) throw new Error(JSON.stringify(read.error));
  const paths = routePaths(join(repositoryRoot, name, 'src/remote.tsx'));
  expect(paths.filter((path) => !read.data.routes.includes(path))).toEqual([]);
  expect(read.data.routes.filter((route) => !paths.some((path) => covers(path, route)))).toEqual([]);
});

test.each(remotes)('every page of %s is prerendered for search engines or declares robots', (name) => {
  const { routes, prerender, pages } = JSON.parse(readFileSync(join(repositoryRoot, name, 'remote.json'), 'utf8')) as {
    routes: string[];
    prerender: string[];
    pages: Record<string, { robots?: string }>;
  };
  const named = (route: string) => prerender.some((page) => covers(route, page));
  expect(routes.filter((route) => !named(route) && pages[route]?.robots === undefined)).toEqual([]);
});

/** The files of its own package that a file imports, itself included; `lazily`: with dynamic imports. */
function filesBehind(file: string, lazily: boolean, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
    if (!/^\.{1,2}\/.*\.tsx?$/.test(fileName)) continue;
    const isLazy = new RegExp(`import\\(\\s*'${fileName.replaceAll('.', '\\.')}'`).test(readFileSync(file, 'utf8'));
    if (lazily || !isLazy) filesBehind(join(dirname(file), fileName), lazily, known);
  }
  return known;
}

const queriesImport = /^import (?!type )[^;]*?'@tanstack\/react-query'/m;

/** Modules of mfe-kit that use queries, except for those that provide them. */
const kit = join(repositoryRoot, 'libs/mfe-kit/src');
const queryingModules = readdirSync(kit)
  .filter((name) => name.endsWith('.tsx') && !/\.test\.|^(queries|query|testing)\.tsx$/.test(name))
  .filter((name) => queriesImport.test(readFileSync(join(kit, name), 'utf8')))
  .map((name) => `'@ve/mfe-kit/${name.slice(0, -'.tsx'.length)}'`);

const usesQueries = (file: string, lazily = false): boolean =>
  [...filesBehind(file, lazily)].some((each) => {
    const text = readFileSync(each, 'utf8');
    return queriesImport.test(text) || queryingModules.some((name) => text.includes(`from ${name}`));
  });

/** Lazy pages of a remote: the function that creates them, and their file. */
function lazyPages(remote: string): { made: string; file: string }[] {
  const source = sourceOf(remote);
  const found: { made: string; file: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^lazyPage(WithQueries)?$/.test(node.expression.getText(source))) {
      const [, file] = /import\('([^']+)'\)/.exec(node.getText(source)) ?? [];
      if (file !== undefined) found.push({ made: node.expression.getText(source), file: join(dirname(remote), file) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test.each(remotes)('%s provides queries to the pages that use them, and to no other', (name) => {
  const remote = join(repositoryRoot, name, 'src/remote.tsx');
  const pages = lazyPages(remote);
  const wrong = pages.filter(({ made, file }) => (made === 'lazyPageWithQueries') !== usesQueries(file, true));
  expect(wrong).toEqual([]);
  const givesToAll = readFileSync(remote, 'utf8').includes("from '@ve/mfe-kit/queries'");
  expect(givesToAll).toBe(usesQueries(remote));
});
