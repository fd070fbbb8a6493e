import { expect, test } from 'bun:test'

import { rendered } from '#site/test/rendered.ts'
import { LinkRow } from './LinkDialog.tsx'

test('names the days of a link in the zone of its business', () => {
  const link = {
    createdAt: '2026-11-29T20:00:00Z',
    works: true,
    expiresAt: '2026-12-29T20:00:00Z',
    openings: 0,
  }
  const { text } = rendered(
    <LinkRow
      link={link}
      zone="Australia/Melbourne"
      name="The posts of December"
      object="the link"
      onRevoke={async () => undefined}
    />,
  )
  expect(text).toContain('Created 30 Nov 2026, works until 30 Dec 2026')
})
