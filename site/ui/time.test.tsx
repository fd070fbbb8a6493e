import { afterEach, expect, test } from 'bun:test'

import { setLanguage } from '#site/lib/format.ts'
import '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { Time } from './Time.tsx'

afterEach(() => setLanguage('en'))

test('tells screen readers the language of a time', () => {
  setLanguage('fr')
  const instant = '2026-11-28T09:00:00.000Z'
  const now = new Date('2026-11-27T09:00:00.000Z')
  const { markup } = rendered(<Time instant={instant} now={now} zone="UTC" />)
  expect(markup).toContain('lang="fr-FR"')
  expect(markup).toMatch(/<time[^>]*>demain<span class="sr-only"> \(samedi 28 novembre 2026/)
})
