const reference = /\$\{([A-Z_][A-Z0-9_]*)(?::([-?])([^}]*))?\}/g;

/**
 * The variables that a docker-compose.yml reads from the environment.
 * @param {string} text
 * @returns {Array<{ name: string, kind: 'required' | 'optional', otherwise: string }>}
 */
export function composeVariablesOf(text) {
  return [...text.matchAll(reference)].map(([, name = '', kind, rest = '']) => ({
    name,
    kind: kind === '?' ? 'required' : 'optional',
    otherwise: kind === '-' ? rest : '',
  }));
}

/**
 * Interpolates variables as compose does.
 * @param {string} text
 * @param {Record<string, string>} values
 * @throws {Error} for `${NAME:?why}` without a value
 */
export function interpolateVariables(text, values) {
  return text.replace(reference, (_all, name, kind, rest = '') => {
    if (values[name]) return values[name];
    if (kind === '?') throw new Error(`${name} is required: ${rest}`);
    return kind === '-' ? rest : '';
  });
}

/** Whether a variable holds a secret. @param {string} name */
export const isSecretName = (name) => /PASSWORD|SECRET|_KEY$|TOKEN(?!_URL)/.test(name);
