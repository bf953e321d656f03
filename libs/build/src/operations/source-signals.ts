import ts from 'typescript';
import { nodesOf } from './source-files.ts';

/** The log levels on the page, the most severe first. */
export const levels = ['fatal', 'error', 'warn'] as const;
export type Level = (typeof levels)[number];

export interface LogEvent {
  level: Level;
  /** `…` replaces the variable parts. */
  message: string;
}

export interface Metric {
  kind: string;
  name: string;
  help: string;
  labels: string[];
}

const textOf = (node: ts.Node | undefined): string | null =>
  node !== undefined && ts.isStringLiteralLike(node) ? node.text : null;

const isLevel = (text: string | null): text is Level => levels.some((level) => level === text);

const constantsOf = (source: ts.SourceFile): Map<string, ts.Expression | undefined> =>
  new Map(
    source.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .map(({ name, initializer }) => [name.getText(), initializer]),
  );

/** The texts that an expression can have; none where they cannot be read. */
function textsOf(node: ts.Expression | undefined, source: ts.SourceFile): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((each) => textsOf(each, source));
  if (ts.isTemplateExpression(node)) {
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
  }
  return ts.isIdentifier(node) ? textsOf(constantsOf(source).get(node.text), source) : [];
}

/** The levels of `logger.warn(…)` or `logger[final ? 'error' : 'warn'](…)`; none of any other call. */
function levelsOf({ expression: callee }: ts.CallExpression, source: ts.SourceFile): string[] {
  const isMember = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
  if (!isMember || !/logger$/i.test(callee.expression.getText())) return [];
  return ts.isPropertyAccessExpression(callee) ? [callee.name.text] : textsOf(callee.argumentExpression, source);
}

function eventsOf(call: ts.CallExpression, source: ts.SourceFile): LogEvent[] {
  const called = levelsOf(call, source);
  if (!called.some(isLevel)) return [];
  const messages = textsOf(call.arguments.at(-1), source);
  if (messages.length === 0) {
    const { line } = source.getLineAndCharacterOfPosition(call.getStart());
    throw new Error(`${source.fileName}:${line + 1}: the last argument of a log call has to be a message as a literal`);
  }
  return called.flatMap((level, index) => {
    // With as many messages as levels, each level has its own message.
    const own = called.length === messages.length ? messages.slice(index, index + 1) : messages;
    return isLevel(level) ? own.map((message) => ({ level, message })) : [];
  });
}

/** The messages that a file logs at warn and above. @throws Error where a message is not a literal in the source */
export const logEventsOf = (source: ts.SourceFile): LogEvent[] =>
  [...nodesOf(source)].filter(ts.isCallExpression).flatMap((call) => eventsOf(call, source));

const kinds = ['Counter', 'Gauge', 'Histogram'];

function metricOf(made: ts.NewExpression, source: ts.SourceFile): Metric {
  const [given] = made.arguments ?? [];
  const fields = new Map(
    given !== undefined && ts.isObjectLiteralExpression(given)
      ? given.properties.filter(ts.isPropertyAssignment).map(({ name, initializer }) => [name.getText(), initializer])
      : [],
  );
  const [name, help] = [textOf(fields.get('name')), textOf(fields.get('help'))];
  if (name === null || help === null) {
    throw new Error(`${source.fileName}: name and help of a metric have to be literals`);
  }
  const named = fields.get('labelNames');
  const labels = named !== undefined && ts.isArrayLiteralExpression(named) ? named.elements : [];
  return {
    kind: made.expression.getText().toLowerCase(),
    name,
    help,
    labels: labels.map((label) => textOf(label) ?? label.getText()),
  };
}

/** The metrics that a file creates. @throws Error where a name or help text is not a literal in the source */
export const metricsOf = (source: ts.SourceFile): Metric[] =>
  [...nodesOf(source)]
    .filter(ts.isNewExpression)
    .filter(({ expression }) => kinds.includes(expression.getText()))
    .map((made) => metricOf(made, source));
