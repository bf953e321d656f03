import type { ComponentType, SVGProps } from 'react';

export type Glyph = ComponentType<SVGProps<SVGSVGElement> & { size?: string | number }>;

export interface IconProps {
  /** One lucide icon, imported alone: `import Check from 'lucide-react/icons/check'`. */
  glyph: Glyph;
  /** CSS pixels; 20 beside text. */
  size?: number;
  /** What it says where no words stand beside it; without a label it is hidden from assistive technology. */
  label?: string;
  className?: string;
}

/** An icon in the product's one weight. */
export function Icon({ glyph: Drawing, size = 20, label, className }: IconProps) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return <Drawing size={size} strokeWidth={1.75} focusable="false" {...(className ? { className } : {})} {...named} />;
}
