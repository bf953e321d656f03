type Attributes = Readonly<Record<string, string>>;

/** An element with attributes and content; text is never markup. */
export function createElementNode<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

export function createButton(label: string, className: string, onClick: () => void): HTMLButtonElement {
  const made = createElementNode('button', { type: 'button', class: className }, label);
  made.addEventListener('click', onClick);
  return made;
}
