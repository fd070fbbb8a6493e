import { expect, test } from 'bun:test'

import { rendered } from '#site/test/rendered.ts'
import type { Need } from './needs.ts'
import { NeedsYou } from './NeedsYou.tsx'

const need = (id: string): Need => ({
  id,
  kind: 'report',
  domainId: 'b',
  title: `Report ${id}`,
  text: 'It’s prepared.',
  action: { label: 'Review', href: '/dashboard/reports' },
})
const show = (count: number) =>
  rendered(
    <NeedsYou
      needs={Array.from({ length: count }, (_, index) => need(String(index)))}
      overview={{ moreAttention: 1, moreReviews: 2 }}
    />,
  ).text

test('offers Show all if more than one task is hidden, and counts the posts and reviews that aren’t listed', () => {
  expect(show(10)).toContain('Show all 10')
  expect(show(9)).not.toContain('Show all')
  expect(show(3)).toContain('1 more post needs attention')
  expect(show(3)).toContain('2 more reviews')
})
