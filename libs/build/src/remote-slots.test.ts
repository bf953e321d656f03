import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { findFrontEndPackages } from './build-all.ts';
import { repositoryRoot } from './repository.ts';

const remotes = findFrontEndPackages(repositoryRoot).filter((workspacePackage) => workspacePackage !== 'shell');

const sourceOf = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

const manifestOf = (name: string) => {
  const read: unknown = JSON.parse(readFileSync(join(repositoryRoot, name, 'remote.json'), 'utf8'));
  const { slots = [], offers = [] } = read as { slots?: string[]; offers?: string[] };
  return { slots, offers };
};

const keysOf = (node: ts.Node | undefined): string[] => {
  const found: string[] = [];
  const visit = (each: ts.Node): void => {
    if (ts.isPropertyAssignment(each) && ts.isStringLiteral(each.name)) found.push(each.name.text);
    ts.forEachChild(each, visit);
  };
  if (node) visit(node);
  return found;
};

/** The slot versions that a file's `<Slot>` elements offer: their `name`, and the keys of `older`. */
function offeredIn(file: string): string[] {
  const source = sourceOf(file);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxSelfClosingElement(node) && node.tagName.getText(source) === 'Slot') {
      for (const attribute of node.attributes.properties) {
        if (!ts.isJsxAttribute(attribute)) continue;
        const { initializer } = attribute;
        const name = attribute.name.getText(source);
        if (name === 'name' && initializer && ts.isStringLiteral(initializer)) found.push(initializer.text);
        if (name === 'older') found.push(...keysOf(initializer));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The slots that a remote's `src/slots.tsx` exports. */
function exportedBy(name: string): string[] {
  const file = join(repositoryRoot, name, 'src/slots.tsx');
  return existsSync(file) ? keysOf(sourceOf(file)) : [];
}

test.each(remotes)('%s offers in its remote.json the slots of its pages', (name) => {
  const files = globSync('src/**/*.tsx', { cwd: join(repositoryRoot, name) }).filter(
    (file) => !file.includes('.test.'),
  );
  const offered = files.flatMap((file) => offeredIn(join(repositoryRoot, name, file)));
  expect([...new Set(offered)].sort()).toEqual(manifestOf(name).offers.toSorted());
});

test.each(remotes)('%s fills in its remote.json the slots that its src/slots.tsx exports', (name) => {
  expect(exportedBy(name).sort()).toEqual(manifestOf(name).slots.toSorted());
});

test('every slot of the contract is offered by one remote, and every filled slot is offered by another', async () => {
  const contract = pathToFileURL(join(repositoryRoot, 'libs/contracts/src/slots.ts')).href;
  const { slotNames } = (await import(contract)) as { slotNames: readonly string[] };
  const offers = remotes.flatMap((name) => manifestOf(name).offers);
  expect(offers.sort()).toEqual([...slotNames].sort());
  for (const name of remotes) {
    const { slots, offers: own } = manifestOf(name);
    expect(slots.filter((slot) => !offers.includes(slot) || own.includes(slot))).toEqual([]);
  }
});
