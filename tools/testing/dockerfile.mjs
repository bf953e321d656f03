/**
 * @typedef {object} Stage
 * @property {string | null} name
 * @property {string} base
 * @property {Array<{ word: string, rest: string }>} lines its instructions, in order
 */

/**
 * The stages of a Dockerfile.
 * @param {string} text
 * @returns {Stage[]}
 */
export function readDockerfile(text) {
  const joined = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  /** @type {Stage[]} */
  const stages = [];
  for (const line of joined.split('\n').filter((each) => each.trim())) {
    const [, word = '', rest = ''] = line.trim().match(/^(\S+)\s+(.*)$/) ?? [];
    if (word.toUpperCase() === 'FROM') {
      const [base = '', , name = null] = rest.split(/\s+/);
      stages.push({ base, name, lines: [] });
    } else stages.at(-1)?.lines.push({ word: word.toUpperCase(), rest: rest.trim() });
  }
  return stages;
}

/** @param {Stage} stage @param {string} word @returns {string[]} the arguments of every such instruction */
export function instructionsOfStage(stage, word) {
  return stage.lines.filter((line) => line.word === word).map((line) => line.rest);
}

/** @param {Stage} stage @returns {Record<string, string>} its ENV */
export function environmentOfStage(stage) {
  return Object.fromEntries(
    instructionsOfStage(stage, 'ENV').flatMap((rest) => rest.split(/\s+/).map((pair) => pair.split('='))),
  );
}
