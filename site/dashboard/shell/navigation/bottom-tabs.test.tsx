import { afterAll, expect, test } from 'bun:test'
import { cleanStores } from 'nanostores'

import { $inboxCounts } from '#site/dashboard/shared/counts.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { BottomTabs } from './TopBar.tsx'

const restore = cutNetwork()
afterAll(() => {
  cleanStores($inboxCounts)
  $inboxCounts.reset()
  restore()
})

const tabs = (menuOpen: boolean) =>
  rendered(<BottomTabs menuOpen={menuOpen} toggle={null} onToggle={() => {}} onChoose={() => {}} />).text

test('counts at More what nobody has answered, until the menu behind it shows the inbox', () => {
  expect(tabs(false)).toEndWith('Posts More')
  $inboxCounts.set({ state: 'ready', data: { open: 3, unread: 1 } })
  expect(tabs(false)).toEndWith('More 3 3 unanswered')
  expect(tabs(true)).toEndWith('Posts More')
})
