/**
 * How sure a figure is. `given`: a register says it. `worked-out`: a published rule applied to what a register says.
 * `estimated`: a rule applied to something that stands in for what the register does not say.
 */
export type Certainty = 'given' | 'worked-out' | 'estimated';
