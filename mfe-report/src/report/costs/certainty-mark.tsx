import { type CostCertainty, costCertaintyLabels } from '@ve/domain/vehicle/costs/certainty';
import { colour, fontSize, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

/** Without tone or icon: the mark states the certainty of a figure, not whether it is good. */
const Mark = styled.span`
  padding: 0 ${space[8]};
  border: 1px solid ${colour('line')};
  border-radius: 999px;
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
`;

/** Whether a figure is from a register, derived from it, or estimated. */
export function CostCertaintyMark({ of }: { of: CostCertainty }) {
  return <Mark>{costCertaintyLabels[of]}</Mark>;
}
