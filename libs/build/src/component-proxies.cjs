/*
 * Loader of a remote that is worked on in a production shell, whose React cannot replace components. Each top-level
 * function component becomes a proxy, which renders the newest version of it and keeps its state
 * (component-proxies.mjs). After an update of a module with other components the page is reloaded.
 */
const { relative } = require('node:path');

const component = /^(export (?:default )?)?function ([A-Z]\w*)(?=[<(])/gm;
const otherComponent = /^export (?:default (?!function)|(?:const|let|class) [A-Z])/m;
/** What a module's hooks are, in their order: if they change, state is not kept. */
const hooks = /\buse[A-Z]\w*(?=[<(])/g;

module.exports = function loader(source) {
  const path = relative(this.rootContext, this.resourcePath).replaceAll('\\', '/');
  const signature = JSON.stringify((source.match(hooks) ?? []).join());
  const added = [];
  const code = source.replace(component, (_all, exported = '', name) => {
    const id = JSON.stringify(`${path}#${name}`);
    const isDefault = exported.includes('default');
    added.push(
      `${exported !== '' && !isDefault ? 'export ' : ''}const ${name} = componentProxy(${id}, ${name}$, ${signature});`,
    );
    if (isDefault) added.push(`export default ${name};`);
    return `function ${name}$`;
  });
  const isKept = !(path.endsWith('x') && otherComponent.test(source));
  const evaluated = `moduleEvaluated(${JSON.stringify(path)}, ${signature}, ${String(isKept)});`;
  // What is added stands after the source or on its first line, so that errors name the lines of the source.
  return `${added.join('')}${code}\nimport { moduleEvaluated, componentProxy } from 've-component-proxies';\n${evaluated}`;
};
