import { relative } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { findImportRefusal } from './contexts.ts';

/** The part of ESLint's interface that the rule uses. */
interface ImportingNode {
  source?: { value?: unknown } | null;
}
interface RuleContext {
  filename: string;
  report(problem: { node: ImportingNode; message: string }): void;
}

/** Refuses an import of a context that comes later in the table: see `contexts.ts`. */
export const contextOrderRule = {
  meta: { type: 'problem', schema: [] },
  create(context: RuleContext): Record<string, (node: ImportingNode) => void> {
    const file = relative(repositoryRoot, context.filename).replaceAll('\\', '/');
    const check = (node: ImportingNode): void => {
      const source = node.source?.value;
      const message = typeof source === 'string' ? findImportRefusal(file, source) : null;
      if (message !== null) context.report({ node, message });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ImportExpression: check };
  },
};
