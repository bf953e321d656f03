import type { ComponentType, SVGProps } from 'react';

export type IconComponent = ComponentType<SVGProps<SVGSVGElement> & { size?: string | number }>;

export interface IconProps {
  /** One lucide icon, imported individually: `import Check from 'lucide-react/icons/check'`. */
  glyph: IconComponent;
  /** CSS pixels; 20 beside text. */
  size?: number;
  /** Accessible name where no text is beside it; without one it is hidden from assistive technology. */
  label?: string;
  className?: string;
}

/** An icon in the product's stroke weight. */
export function Icon({ glyph: Drawing, size = 20, label, className }: IconProps) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return <Drawing size={size} strokeWidth={1.75} focusable="false" {...(className ? { className } : {})} {...named} />;
}
