import { keyframes, styled } from 'styled-components';
import type { ReactNode } from 'react';
import { colour, mediaQueries, radius } from '../theme/tokens.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';

const breathe = keyframes`
  50% { opacity: 0.45; }
`;

/** A grey placeholder shape. Sizes are CSS lengths. */
export const Skeleton = styled.span.attrs({ 'aria-hidden': true })<{ $width?: string; $height?: string }>`
  display: block;
  width: ${({ $width }) => $width ?? '100%'};
  max-width: 100%;
  height: ${({ $height }) => $height ?? '1rem'};
  border-radius: ${radius.control};
  background: ${colour('line')};
  ${mediaQueries.motion} {
    animation: ${breathe} 1.6s ease-in-out infinite;
  }
  ${mediaQueries.forced} {
    border: 1px dashed CanvasText;
  }
  ${mediaQueries.print} {
    display: none;
  }
`;

/** Skeletons with a label for assistive technology. */
export function LoadingSkeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}
