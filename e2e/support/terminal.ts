import { type ChildProcess, spawn } from 'node:child_process';

/** A command as typed into a terminal in a folder. */
export interface Command {
  /** All that it printed. */
  text: () => string;
  /** Its exit code. */
  ended: Promise<number>;
  /** Resolves when it has printed this. @throws with all that it printed, when it ends before */
  waitForOutput: (words: RegExp) => Promise<RegExpExecArray>;
  /** Ctrl-C, and resolves when it has ended. */
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

/** Types a command. It runs in a process group of its own, as Ctrl-C goes to all of one. */
export function type(line: string, cwd: string, env: NodeJS.ProcessEnv): Command {
  const child = spawn(line, { cwd, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let isOver = false;
  const waiting = new Set<() => void>();
  const printed = (chunk: Buffer): void => {
    text += chunk.toString('utf8');
    for (const look of waiting) look();
  };
  child.stdout.on('data', printed);
  child.stderr.on('data', printed);
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code) => {
      isOver = true;
      resolve(code ?? 1);
      for (const look of waiting) look();
    });
  });
  return {
    text: () => text,
    ended,
    waitForOutput: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = words.exec(text);
          if (!found && !isOver) return;
          waiting.delete(look);
          if (found) resolve(found);
          else reject(new Error(`${line} ended without saying ${String(words)}:\n${text}`));
        };
        waiting.add(look);
        look();
      }),
    interrupt: () => {
      signal(child, 'SIGINT');
      return ended;
    },
  };
}
