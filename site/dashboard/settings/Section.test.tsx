import { expect, test } from 'bun:test'

import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { rendered } from '#site/test/rendered.ts'
import { SectionNav } from './Section.tsx'
import { NotificationSettings } from './UserSections.tsx'

test('lists the sections apart from those of the business, each with its own URL', () => {
  const groups = [
    { label: 'You', anchors: ['profile', 'appearance'] },
    { label: 'Corner Shop', anchors: ['members', 'activity'] },
  ] as const
  const { markup } = rendered(
    <SectionNav groups={groups} current="members" unsaved={['appearance']} className="" />,
  )
  const links = [...markup.matchAll(/<a href="([^"]+)"( aria-current="page")?/g)]
  expect(links.map(([, href, isCurrent]) => [href, isCurrent !== undefined])).toEqual([
    ['/dashboard/profile', false],
    ['/dashboard/settings#appearance', false],
    ['/dashboard/settings#members', true],
    ['/dashboard/activity', false],
  ])
  expect(markup.match(/Unsaved/g)).toHaveLength(1)
  expect(markup).toMatch(/aria-label="You".*aria-label="Corner Shop"/)
})

test('says that requested changes are mailed, and when', () => {
  const { text } = rendered(<NotificationSettings saved={DEFAULT_SETTINGS} />)
  expect(text).toContain('changes that reviewers request: one email, a few minutes after the last request')
})
