import { expect, test } from 'bun:test'

import { plansOf } from '#api/test/db/plans.ts'
import { publishingApp } from '#api/test/publishing.ts'

test('finds due deliveries through an index', async () => {
  const { ctx, engine } = await publishingApp({ networks: [] })
  const plans = await plansOf(ctx, async () => {
    await engine.tick()
    await engine.idle()
  })
  expect(plans.map(({ plan }) => plan[0]!.replace(/\((wake|publish)_at.*/, '')).toSorted()).toEqual([
    'SEARCH deliveries USING INDEX deliveries_in_review ',
    'SEARCH deliveries USING INDEX deliveries_wake ',
    'SEARCH deliveries USING INDEX deliveries_wake ',
    'SEARCH first_comments USING INDEX first_comments_wake ',
    'SEARCH written_off_calls USING INDEX written_off_calls_wake ',
  ])
})

test('scans no table from the claim of a delivery to its notifications', async () => {
  const app = await publishingApp()
  await app.accept()
  const plans = await plansOf(app.ctx, async () => {
    await app.engine.tick()
    await app.engine.idle()
  })
  expect(plans.length).toBeGreaterThan(10)
  // `item` is a JSON parameter of the statement, `covered` and `hash` are JSON lists of the approval.
  const scans = plans.filter(({ plan }) =>
    plan.some(step => /^SCAN (?!item |covered |hash |.*CONSTANT ROW)/.test(step)),
  )
  expect(scans).toEqual([])
  expect(await app.published()).toHaveLength(2)
})
