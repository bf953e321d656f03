import ts from 'typescript';
import { syntaxNodesOf } from './source-files.ts';

/** The log levels, the most severe first. */
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof levels)[number];

/** The levels on the page, the most severe first. */
export const documentedLogLevels: readonly LogLevel[] = levels.slice(0, 3);

export interface LogCall {
  /** What happened, as a stable name in snake case. */
  event: string;
  /** The message: one sentence without variable parts. */
  sentence: string;
  /** More than one where the call chooses. */
  levels: LogLevel[];
}

export interface DeclaredMetric {
  kind: string;
  name: string;
  help: string;
  labels: string[];
}

const textOf = (node: ts.Node | undefined): string | null =>
  node !== undefined && ts.isStringLiteralLike(node) ? node.text : null;

const isLevel = (text: string): text is LogLevel => levels.some((level) => level === text);

const constantsOf = (source: ts.SourceFile): Map<string, ts.Expression | undefined> =>
  new Map(
    [...syntaxNodesOf(source)]
      .filter(ts.isVariableDeclaration)
      .map(({ name, initializer }) => [name.getText(), initializer]),
  );

/** The texts that an expression can have; none where they cannot be read. */
function textsOf(node: ts.Expression | undefined, source: ts.SourceFile): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((each) => textsOf(each, source));
  return ts.isIdentifier(node) ? textsOf(constantsOf(source).get(node.text), source) : [];
}

/**
 * The levels of `logger.warn(…)`, `logger[level](…)` or `logger[final ? 'error' : 'warn'](…)`; null for other calls.
 */
function levelsOf({ expression: callee }: ts.CallExpression, source: ts.SourceFile): LogLevel[] | null {
  const isMember = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
  if (!isMember || !/logger$/i.test(callee.expression.getText())) return null;
  if (ts.isElementAccessExpression(callee)) return textsOf(callee.argumentExpression, source).filter(isLevel);
  return isLevel(callee.name.text) ? [callee.name.text] : null;
}

/** The name of the event, which has to be the first field of a log call; null where it is not. */
function eventOf([fields]: readonly ts.Expression[]): string | null {
  const [first] = fields !== undefined && ts.isObjectLiteralExpression(fields) ? fields.properties : [];
  if (first === undefined || !ts.isPropertyAssignment(first) || first.name.getText() !== 'event') return null;
  return textOf(first.initializer);
}

const eventName = /^[a-z]+(?:_[a-z0-9]+)+$/;
const oneSentence = /^[A-Z][^.…]*\.$/;
/** Messages that section 8 of the specification fixes word by word. */
const specified: ReadonlySet<string> = new Set(['API key limit reached or invalid']);

function logCallOf(call: ts.CallExpression, source: ts.SourceFile): LogCall[] {
  const called = levelsOf(call, source);
  if (called === null) return [];
  const refuse = (why: string): never => {
    const { line } = source.getLineAndCharacterOfPosition(call.getStart());
    throw new Error(`${source.fileName}:${line + 1}: ${why}`);
  };
  if (called.length === 0) return refuse('the level of a log call has to be readable in this file');
  const event = eventOf(call.arguments);
  if (event === null || !eventName.test(event)) {
    return refuse("the first field of a log call has to be event: 'subject_outcome', a literal in snake case");
  }
  const [sentence = '', ...more] = call.arguments.length === 2 ? textsOf(call.arguments[1], source) : [];
  if (more.length > 0 || !(oneSentence.test(sentence) || specified.has(sentence))) {
    return refuse('the message of a log call has to be one sentence, as a literal, with a full stop');
  }
  return [{ event, sentence, levels: called }];
}

/**
 * The calls of a logger in a file.
 *
 * @throws Error where one has no event name as its first field, or no sentence as its message
 */
export const logCallsOf = (source: ts.SourceFile): LogCall[] =>
  [...syntaxNodesOf(source)].filter(ts.isCallExpression).flatMap((call) => logCallOf(call, source));

const kinds = ['Counter', 'Gauge', 'Histogram'];

function metricOf(made: ts.NewExpression, source: ts.SourceFile): DeclaredMetric {
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
export const metricsOfSources = (source: ts.SourceFile): DeclaredMetric[] =>
  [...syntaxNodesOf(source)]
    .filter(ts.isNewExpression)
    .filter(({ expression }) => kinds.includes(expression.getText()))
    .map((made) => metricOf(made, source));
