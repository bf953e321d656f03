import type { CardBrand } from './card-brands.ts';
import type { CardInputsState } from './card-state.ts';

const names: Record<CardBrand, string> = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DINERS',
  jcb: 'JCB',
  unionpay: 'UP',
  unknown: '',
};

const svg = (name: string, attributes: Record<string, string>): SVGElement => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

/** The icon of the card's brand next to the number. Decorative: the `change` event contains the brand. */
export function createCardBrandIcon() {
  const element = svg('svg', { class: 'icon', viewBox: '0 0 32 20', width: '32', height: '20', 'aria-hidden': 'true' });
  const stripe = svg('path', { d: 'M1 6h30', stroke: 'currentColor', 'stroke-width': '3' });
  const name = svg('text', {
    x: '16',
    y: '13.5',
    'text-anchor': 'middle',
    'font-size': '9',
    'font-weight': '700',
    'font-family': 'system-ui, sans-serif',
    fill: 'currentColor',
  });
  element.append(
    svg('rect', { x: '0.75', y: '0.75', width: '30.5', height: '18.5', rx: '3', fill: 'none', stroke: 'currentColor' }),
    stripe,
    name,
  );
  return {
    element,
    show({ brand, error, complete, empty }: CardInputsState): void {
      name.textContent = names[brand];
      stripe.setAttribute('visibility', brand === 'unknown' ? 'visible' : 'hidden');
      element.classList.toggle('is-invalid', error !== undefined);
      element.classList.toggle('is-complete', complete);
      element.classList.toggle('is-empty', empty);
    },
  };
}
