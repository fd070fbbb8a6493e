import { expect, test } from 'bun:test'

import { consequence } from '#site/dashboard/settings/ApprovalRuleForm.tsx'

test('says which scheduled posts wait once approval is required, by who requires it', () => {
  expect(consequence({ scheduled: 3, dueSoon: 1, exempts: true })).toBe(
    '2 scheduled posts won’t go out until they are approved. 1 scheduled post due within 10 minutes goes out as planned.',
  )
  expect(consequence({ scheduled: 3, dueSoon: 2, exempts: false })).toBe(
    '3 scheduled posts won’t go out until they are approved. 2 of them are due within 10 minutes, so ask an approver at once.',
  )
  expect(consequence({ scheduled: 1, dueSoon: 1, exempts: false })).toBe(
    '1 scheduled post won’t go out until it is approved. It is due within 10 minutes, so ask an approver at once.',
  )
  expect(consequence({ scheduled: 2, dueSoon: 0, exempts: false })).toBe(
    '2 scheduled posts won’t go out until they are approved.',
  )
})
