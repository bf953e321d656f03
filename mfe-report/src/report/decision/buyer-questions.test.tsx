import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { makeBuyingDecision } from '@ve/domain/verdict/make-decision';
import { fullCheckFixture } from '@ve/domain/testing/full-checks';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import { renderPage } from '@ve/mfe-kit/testing';
import { BuyerQuestions } from './buyer-questions.tsx';

test.each([
  ['passed', {}, /^Worth ?Clear: £6,800 from a private seller$/],
  ['stolen', { stolen: true }, /^Worth ?£6,800 if its record were clean$/],
])('a price that does not include a finding is not shown as clear: %s', (_name, vdi, words) => {
  renderPage(
    <BuyerQuestions
      decision={makeBuyingDecision({
        record: vehicleRecordFixture(),
        fullCheck: fullCheckFixture({ vdi }),
        today: '2026-06-01',
      })}
    />,
  );
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toMatch(words);
});
