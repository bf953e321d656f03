const reference = /\$\{([A-Z_][A-Z0-9_]*)(?::([-?])([^}]*))?\}/g;

/**
 * The variables that a text of docker-compose.yml takes from outside.
 * @param {string} text
 * @returns {Array<{ name: string, kind: 'required' | 'optional', otherwise: string }>}
 */
export function variablesIn(text) {
  return [...text.matchAll(reference)].map(([, name = '', kind, rest = '']) => ({
    name,
    kind: kind === '?' ? 'required' : 'optional',
    otherwise: kind === '-' ? rest : '',
  }));
}

/**
 * The text as compose would fill it in; `${NAME:?why}` without a value is refused.
 * @param {string} text
 * @param {Record<string, string>} values
 */
export function fillIn(text, values) {
  return text.replace(reference, (_all, name, kind, rest = '') => {
    if (values[name]) return values[name];
    if (kind === '?') throw new Error(`${name} is required: ${rest}`);
    return kind === '-' ? rest : '';
  });
}

/** A value that has secrets for names of its own. @param {string} name */
export const namesSecret = (name) => /PASSWORD|SECRET|_KEY$|TOKEN(?!_URL)/.test(name);
