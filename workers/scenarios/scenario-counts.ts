export interface ScenarioCounts {
  scenarios: number;
  steps: number;
  signUps: number;
  declines: number;
  authentications: number;
  upgrades: number;
  checks: number;
  cancellations: number;
  kept: number;
  rejoined: number;
  deletions: number;
  returns: number;
  cardChanges: number;
  disputes: number;
  refundsByHand: number;
  cancelledByHand: number;
  /** Tries whose response was lost or was a 503. */
  lostAnswers: number;
}

export const emptyScenarioCounts = (): ScenarioCounts => ({
  scenarios: 0,
  steps: 0,
  signUps: 0,
  declines: 0,
  authentications: 0,
  upgrades: 0,
  checks: 0,
  cancellations: 0,
  kept: 0,
  rejoined: 0,
  deletions: 0,
  returns: 0,
  cardChanges: 0,
  disputes: 0,
  refundsByHand: 0,
  cancelledByHand: 0,
  lostAnswers: 0,
});
