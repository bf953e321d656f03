import type { ComponentType, SVGProps } from 'react';

export type IconComponent = ComponentType<SVGProps<SVGSVGElement> & { size?: string | number }>;

export interface IconProps {
  /** One lucide icon, imported individually: `import Check from 'lucide-react/icons/check'`. */
  glyph: IconComponent;
  /** In CSS pixels; 20 next to text. */
  size?: number;
  /** The accessible name of an icon without text; an icon without a label is hidden from assistive technology. */
  label?: string;
  className?: string;
}

export function Icon({ glyph: Drawing, size = 20, label, className }: IconProps) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return <Drawing size={size} strokeWidth={1.75} focusable="false" {...(className ? { className } : {})} {...named} />;
}
