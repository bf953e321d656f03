/** One row of the recalls file. Days are `YYYY-MM-DD`, or empty if the row has none. */
export interface RecallRow {
  launched: string;
  number: string;
  make: string;
  model: string;
  concern: string;
  defect: string;
  remedy: string;
  vehicles: number;
  vinStart?: string;
  vinEnd?: string;
  buildStart?: string;
  buildEnd?: string;
}

/**
 * Campaigns of cars in the fleet, and others that must not be matched to them. A campaign that is launched after the
 * sandbox's time is not in the file yet: AB12 CDE has its first in January 2027.
 */
export const sandboxRecallCampaigns: readonly RecallRow[] = [
  {
    launched: '2019-11-12',
    number: 'R/2019/341',
    make: 'CITROEN',
    model: 'C3',
    concern: 'FRONT SUSPENSION BALL JOINT MAY SEPARATE',
    defect: 'The ball joint may not have been tightened as specified,\nand may come apart from the hub.',
    remedy: 'Recall the vehicles, and tighten the ball joint; replace it where its thread is damaged.',
    vehicles: 1_204,
    buildStart: '2018-01-08',
    buildEnd: '2018-06-29',
  },
  // The same campaign, for cars of another factory.
  {
    launched: '2019-11-12',
    number: 'R/2019/341',
    make: 'CITROEN',
    model: 'C3',
    concern: 'FRONT SUSPENSION BALL JOINT MAY SEPARATE',
    defect: 'The ball joint may not have been tightened as specified,\nand may come apart from the hub.',
    remedy: 'Recall the vehicles, and tighten the ball joint; replace it where its thread is damaged.',
    vehicles: 1_204,
    vinStart: 'VF7SXHNPUJT500001',
    vinEnd: 'VF7SXHNPUJT599999',
    buildStart: '2018-07-02',
    buildEnd: '2018-09-28',
  },
  {
    launched: '2016-03-02',
    number: 'R/2016/058',
    make: 'CITROEN',
    model: 'C3 PICASSO',
    concern: 'BONNET MAY OPEN',
    defect: 'The catch of the bonnet may corrode.',
    remedy: 'Recall the vehicles, and replace the catch.',
    vehicles: 3_480,
    buildStart: '2012-01-02',
    buildEnd: '2014-12-19',
  },
  {
    launched: '2017-05-09',
    number: 'R/2017/127',
    make: 'FIAT',
    model: '500X',
    concern: 'AIRBAG MAY NOT DEPLOY',
    defect: 'A connector under the "driver’s seat" may come loose.',
    remedy: 'Recall the vehicles, and secure the connector.',
    vehicles: 2_310,
    buildStart: '2014-09-01',
    buildEnd: '2017-02-28',
  },
  {
    launched: '2014-02-18',
    number: 'R/2014/013',
    make: 'MITSUBISHI',
    model: 'ASX',
    concern: 'ENGINE MAY STALL',
    defect: 'Soot may build up in the exhaust gas valve, and the engine may stall.',
    remedy: 'Recall the vehicles, and update the software of the engine.',
    vehicles: 5_359,
    vinStart: 'JMAXJGA6WBZ400101',
    vinEnd: 'JMAXJGA6WCZ000869',
    buildStart: '2010-04-19',
    buildEnd: '2012-06-27',
  },
  {
    launched: '2020-06-16',
    number: 'RTW/2020/004',
    make: 'FORD',
    model: 'ALL MODELS',
    concern: 'TYRE TREAD MAY SEPARATE',
    defect: 'The tread of tyres sold as an accessory may come apart.',
    remedy: 'Replace the tyres.',
    vehicles: 640,
  },
  {
    launched: '2027-01-12',
    number: 'R/2027/011',
    make: 'FORD',
    model: 'FOCUS, C-MAX',
    concern: 'DOOR LATCH MAY NOT HOLD',
    defect: 'The spring of the door latch may break, and the door may open while driving.',
    remedy: 'Recall the vehicles, and replace the latches.',
    vehicles: 48_870,
    buildStart: '2011-02-01',
    buildEnd: '2013-05-31',
  },
];

/** Rows that DVSA's own parser rejects: the other rows are read without them. */
export const malformedRecallRows: readonly RecallRow[] = [
  {
    launched: '2018-04-03',
    number: 'R/2018/099',
    make: 'CITROEN',
    model: 'C3',
    concern: 'THE LAST DAY OF BUILD IS BEFORE THE FIRST',
    defect: 'A row that is written wrongly.',
    remedy: 'None.',
    vehicles: 1,
    buildStart: '2018-03-01',
    buildEnd: '2017-03-01',
  },
];
