import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import type { Domain } from '#shared/businesses/domains.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { $allowance, $shownAccount } from '#site/dashboard/shared/accounts/accounts.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $postingRate } from '#site/dashboard/shared/posting-rate.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { ContentTips, PostingTips, PostingRate } from './PostingTips.tsx'
import { AccountInfo, SocialLinks, SocialHub } from './SocialHub.tsx'

const domain: Domain = {
  _id: 'd1',
  businessName: 'Pat’s Plumbing',
  websiteURL: 'https://pat.example',
  isSelected: true,
  role: 'owner',
  timeZone: 'Australia/Sydney',
  linkTags: null,
  postButton: null,
  performanceData: [],
  performanceStatus: 'none',
}

const restore = cutNetwork()
const stores = [$domains, $postingRate, $accounts.facebook] as const
beforeAll(async () => {
  for (const $store of [...stores, $selectedDomain]) keepMount($store)
  for (const $store of stores) await $store.reload()
})
afterAll(() => {
  cleanStores(...stores, $selectedDomain)
  for (const $store of stores) $store.reset()
  $shownAccount.set(undefined)
  restore()
})
beforeEach(() => {
  $domains.set({ state: 'ready', data: [] })
  $shownAccount.set(undefined)
})

test('states the plan’s limit of five accounts, with a link to upgrade', () => {
  const { text, markup } = rendered(<SocialHub />)
  expect(text).toContain('The Basic Plan allows up to 5 social accounts. Upgrade your plan')
  expect(markup).toMatch(/<a href="\/upgrade"[^>]*>Upgrade your plan<\/a>/)
})

test('states no plan to administrators, who have no limit', () => {
  $me.set({ state: 'ready', data: { role: 'admin' } as never })
  expect(rendered(<SocialHub />).text).not.toContain('plan')
  $me.reset()
})

test('asks for a business first, and disables every network without one', () => {
  expect(rendered(<PostingTips />).text).toContain('Link Your Profiles')
  expect(rendered(<PostingTips />).text).toContain('Connect Now')
  const { markup } = rendered(<SocialLinks />)
  expect(markup.match(/<li aria-disabled="true"/g)).toHaveLength(NETWORK_IDS.length + 1)
  expect(markup.match(/<button[^>]*disabled=""/g)).toHaveLength(NETWORK_IDS.length)
})

test('says what to do instead of offering to connect an account that the plan doesn’t allow', () => {
  $domains.set({ state: 'ready', data: [domain] })
  $accounts.facebook.set({ state: 'ready', data: { accountConnected: false } })
  $allowance.set({ state: 'ready', data: { used: 5, limit: 5 } })
  const { text, markup } = rendered(<SocialLinks />)
  $allowance.reset()
  expect(text).toContain('Your plan’s 5 accounts are all in use. Disconnect one first, or upgrade your plan')
  expect(markup).not.toContain('aria-label="Connect Facebook"')
  expect(rendered(<SocialLinks />).markup).toContain('aria-label="Connect Facebook"')
})

test('shows Pinterest as coming soon, and disabled', () => {
  $domains.set({ state: 'ready', data: [domain] })
  const { markup } = rendered(<SocialLinks />)
  const row = markup.slice(markup.lastIndexOf('<li '), markup.lastIndexOf('</li>'))
  expect(row).toStartWith('<li aria-disabled="true"')
  expect(row).toContain('Pinterest')
  expect(row).toContain('Coming Soon')
  expect(row).not.toContain('<button')
})

test('opens insights with the posting rate, and labels both tabs', () => {
  $domains.set({ state: 'ready', data: [domain] })
  const { text, markup } = rendered(<PostingTips />)
  expect(text).toMatch(/Posting Rate .*Content Tips New/)
  for (const tooltip of ['How often you&#x27;re posting', 'Recommended content tips'])
    expect(markup).toContain(tooltip)
  expect(markup).toMatch(/aria-selected="true"[^>]*>(<[^>]*>)*Posting Rate/)
})

test('recommends five posts a week and Wednesdays at 3 PM', () => {
  $postingRate.set({ state: 'failed', message: '', error: undefined })
  const { text, markup } = rendered(<PostingRate />)
  expect(text).toContain('5 times a week')
  expect(text).toContain('Wednesdays at 3 PM')
  expect(text).toContain('General advice, not your figures')
  expect(markup).toContain('href="/dashboard/create-post"')
  expect(markup).toContain('href="/dashboard/insights"')
})

test('shows the recommendation beside the client’s own posting rate and best time', () => {
  const best = { weekday: 1, hour: 12, posts: 4, score: 1.5 }
  $postingRate.set({
    state: 'ready',
    data: { perWeek: 2.5, weeks: [2, 3, 3, 2], best, slots: [best], basedOn: 22 },
  })
  const { text } = rendered(<PostingRate />)
  expect(text).toContain('You post 2.5 times a week Best time, an early sign from 4 posts Mondays at 12 pm')
  expect(text).toContain('5 times a week Best time, as a rule Wednesdays at 3 pm')
  expect(text).toContain('The last two are general advice, not your figures.')
})

test('gives four tips for a business with a website, and asks for one otherwise', () => {
  const tips = rendered(<ContentTips domain={domain} />).text
  for (const tip of ['Optimize SEO', 'Use High-Quality Images', 'Improve Load Speed', 'Post Regularly'])
    expect(tips).toContain(tip)
  const { text } = rendered(<ContentTips domain={{ ...domain, websiteURL: '' }} />)
  expect(text).toStartWith('No Website Info Please add the website URL')
  expect(text).toContain('settings')
})

test('shows no account before one is selected, and marks missing details', () => {
  expect(rendered(<AccountInfo />).text).toContain('Select your account to view account info here')
  $accounts.facebook.set({
    state: 'ready',
    data: {
      provider: 'facebook',
      accountConnected: true,
      status: 'connected',
      reconnectCause: 'signed_out',
      providerId: '1',
      profile: { name: 'Pat’s Plumbing', picture: '', email: '' },
      name: 'Pat’s Plumbing',
      username: '',
      picture: '',
      location: '',
      followers: 12,
      following: null,
      bio: '',
      link: 'https://facebook.example/pat',
      email: '',
    },
  })
  $shownAccount.set('facebook')
  const { text } = rendered(<AccountInfo />)
  expect(text).toContain('View Account')
  expect(text).toContain('Followers 12')
  expect(text).toEndWith('Handle, Following, Email and Bio No info available')
  expect(text).not.toContain('Location')
})
