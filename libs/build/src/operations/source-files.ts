import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from '../repository.ts';

/**
 * The source file in this repository that an import resolves to; null for installed packages and for other files than
 * TypeScript.
 */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return /\.tsx?$/.test(specifier) ? join(dirname(from), specifier) : null;
  const [, name = '', path = ''] = /^@ve\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
  const places = [`libs/${name}`, name].map((folder) => join(repositoryRoot, folder, 'src', `${path}.ts`));
  return name === '' ? null : (places.find((place) => existsSync(place)) ?? null);
}

/** What a node imports at run time. */
function importedBy(node: ts.Node): string | null {
  const isImport = ts.isImportDeclaration(node) && !(node.importClause?.isTypeOnly ?? false);
  const isExport = ts.isExportDeclaration(node) && !node.isTypeOnly;
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const specifier = isCall ? node.arguments[0] : isImport || isExport ? node.moduleSpecifier : undefined;
  return specifier !== undefined && ts.isStringLiteralLike(specifier) ? specifier.text : null;
}

/** The node and every node below it. */
export function* syntaxNodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  for (const child of children) yield* syntaxNodesOf(child);
}

/** Every source file of a program, by its path from the root of the repository. */
export function sourceFilesOfProgram(entry: string): Map<string, ts.SourceFile> {
  const found = new Map<string, ts.SourceFile>();
  const open = [join(repositoryRoot, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const path = relative(repositoryRoot, file).replaceAll('\\', '/');
    if (found.has(path)) continue;
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    found.set(path, source);
    for (const node of syntaxNodesOf(source)) {
      const specifier = importedBy(node);
      const next = specifier === null ? null : resolve(file, specifier);
      if (next !== null) open.push(next);
    }
  }
  return found;
}
