import { type RefusedWordFinding, findRefusedWordsInName, findRefusedWordsInText } from './plain-words.ts';

/** The part of ESLint's interface that the rule uses. */
interface Node {
  type: string;
  name?: string;
  value?: unknown;
  parent?: Node & Record<string, unknown>;
  quasis?: readonly (Node & { value: { raw: string } })[];
}
interface RuleContext {
  sourceCode: { getAllComments: () => readonly (Node & { value: string })[] };
  report(problem: { node: Node; message: string }): void;
}
interface CallNode extends Node {
  callee: Node & Record<string, unknown>;
  arguments: readonly Node[];
}

const titled = new Set(['it', 'test', 'describe']);

/** The function that a call such as `test.each(rows)(…)` or `describe.only(…)` belongs to. */
function calledName(callee: Node & Record<string, unknown>): string | undefined {
  const inner = callee['object'] ?? callee['callee'] ?? callee['tag'];
  return inner === undefined ? callee.name : calledName(inner as Node & Record<string, unknown>);
}

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSFunctionType',
  'TSMethodSignature',
]);
const members = new Set(['MethodDefinition', 'PropertyDefinition', 'TSPropertySignature', 'TSMethodSignature']);

/** Whether the identifier declares a name. Keys of object literals do not: others may choose them, such as a vendor. */
function isDeclared(node: Node): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  if (parent['id'] === node) return true;
  if (members.has(parent.type)) return parent['key'] === node && parent['computed'] !== true;
  if (functions.has(parent.type)) return (parent['params'] as readonly Node[]).includes(node);
  if (parent.type === 'Property') return parent['value'] === node && parent.parent?.type === 'ObjectPattern';
  if (parent.type === 'AssignmentPattern') return parent['left'] === node;
  return ['ArrayPattern', 'RestElement', 'TSParameterProperty'].includes(parent.type);
}

/** The text of a string or of the literal parts of a template; null for any other expression. */
function textOf({ value, quasis }: Node): string | null {
  if (typeof value === 'string') return value;
  return quasis === undefined ? null : quasis.map((part) => part.value.raw).join('…');
}

/**
 * Refuses the words of `plain-words.ts` in comments, in declared names and in titles of tests. Other strings and JSX
 * text are texts for users, and are not checked.
 */
export const plainWordsRule = {
  meta: { type: 'suggestion', schema: [] },
  create(context: RuleContext) {
    const report = (node: Node, findings: readonly RefusedWordFinding[]): void => {
      for (const { found, instead } of findings) {
        context.report({ node, message: `Not "${found}" (libs/build/src/packages/plain-words.ts): ${instead}.` });
      }
    };
    const checkName = (node: Node): void => {
      if (node.name !== undefined && isDeclared(node)) report(node, findRefusedWordsInName(node.name));
    };
    return {
      Program: () => {
        for (const comment of context.sourceCode.getAllComments())
          report(comment, findRefusedWordsInText(comment.value));
      },
      Identifier: checkName,
      PrivateIdentifier: checkName,
      CallExpression: ({ callee, arguments: [title] }: CallNode) => {
        const text = title !== undefined && titled.has(calledName(callee) ?? '') ? textOf(title) : null;
        if (title !== undefined && text !== null) report(title, findRefusedWordsInText(text));
      },
    };
  },
};
