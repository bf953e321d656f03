import { type ChildProcess, spawn } from 'node:child_process';

/** A command in a terminal, in a given folder. */
export interface TerminalCommand {
  /** All output so far. */
  text: () => string;
  /** Resolves with the exit code. */
  ended: Promise<number>;
  /** Resolves when the output matches. @throws Error with all output when the command ends first */
  waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Sends Ctrl-C, and resolves when the command has ended. */
  interrupt: () => Promise<number>;
}

const signal = ({ pid }: ChildProcess, name: NodeJS.Signals): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // It has ended.
  }
};

/** Starts a command in its own process group, because Ctrl-C goes to the whole group. */
export function startTerminalCommand(line: string, cwd: string, env: NodeJS.ProcessEnv): TerminalCommand {
  const child = spawn(line, { cwd, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let isOver = false;
  const waiting = new Set<() => void>();
  const printed = (chunk: Buffer): void => {
    text += chunk.toString('utf8');
    for (const check of waiting) check();
  };
  child.stdout.on('data', printed);
  child.stderr.on('data', printed);
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code) => {
      isOver = true;
      resolve(code ?? 1);
      for (const check of waiting) check();
    });
  });
  return {
    text: () => text,
    ended,
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = pattern.exec(text);
          if (!found && !isOver) return;
          waiting.delete(check);
          if (found) resolve(found);
          else reject(new Error(`${line} ended without printing ${String(pattern)}:\n${text}`));
        };
        waiting.add(check);
        check();
      }),
    interrupt: () => {
      signal(child, 'SIGINT');
      return ended;
    },
  };
}
