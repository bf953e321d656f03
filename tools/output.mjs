const colours = [36, 35, 33, 32, 34];

/** Prints the launcher's own lines and its children's logs. Coloured only on a terminal without NO_COLOR. */
export class LauncherOutput {
  #stream;
  #colour;
  /** @type {Map<string, string>} */
  #prefixes = new Map();

  /** @param {{ write(text: string): unknown, isTTY?: boolean }} stream @param {NodeJS.ProcessEnv} [env] */
  constructor(stream, env = process.env) {
    this.#stream = stream;
    this.#colour = stream.isTTY === true && !env['NO_COLOR'];
  }

  /** @param {string} [text] */
  say(text = '') {
    this.#stream.write(`${text}\n`);
  }

  /** @param {string} text a heading */
  strong(text) {
    this.say(this.#colour ? `\u001b[1m${text}\u001b[0m` : text);
  }

  /**
   * A writer for the lines of one process, prefixed with its name.
   * @param {string} name
   * @returns {(line: string) => void}
   */
  prefixed(name) {
    let prefix = this.#prefixes.get(name);
    if (prefix === undefined) {
      const label = name.padEnd(8);
      const colour = colours[this.#prefixes.size % colours.length];
      prefix = this.#colour ? `\u001b[${colour}m${label}\u001b[0m ` : `${label} `;
      this.#prefixes.set(name, prefix);
    }
    return (line) => this.say(`${prefix}${readable(line)}`);
  }
}

const shownElsewhere = new Set(['level', 'time', 'name', 'msg', 'pid', 'hostname']);

/** @param {string} line @returns {string} a JSON log record as readable text, anything else unchanged */
function readable(line) {
  if (!line.startsWith('{')) return line;
  /** @type {Record<string, unknown>} */
  let record;
  try {
    record = JSON.parse(line);
  } catch {
    return line;
  }
  if (typeof record['msg'] !== 'string') return line;
  const level = record['level'] === 'info' ? [] : [`${String(record['level']).toUpperCase()}:`];
  const rest = Object.entries(record)
    .filter(([key]) => !shownElsewhere.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [...level, record['msg'], ...rest].join(' ');
}

/** @param {number} since from performance.now() @returns {string} such as `0.4 s` or `1 min 12 s` */
export function formatElapsed(since) {
  const seconds = Math.round((performance.now() - since) / 100) / 10;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
