import { expect, test } from 'bun:test'

import { NETWORK_IDS } from '#shared/networks.ts'
import { brandStyle, DEFAULT_BRAND } from '#shared/reports/brand.ts'
import { sampleReport } from '#shared/reports/sample.ts'
import { reportArticle, reportPage } from './report.ts'
import { PAGE_STYLE } from './style.ts'

const textOf = (markup: string) =>
  markup
    .replaceAll(/<svg.*?<\/svg>|<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')

const { content, note } = sampleReport
const { conversation: _conversation, ...withoutReviews } = content

test('marks made-up data as a sample', () => {
  expect(textOf(reportArticle(sampleReport))).toContain(
    'Sample. This business, its posts and its figures are made up.',
  )
  const { sample: _, ...real } = content
  expect(textOf(reportArticle({ content: real, note }))).not.toContain('Sample.')
})

test('shows the agency’s logo, or the mark chosen for reports, in place of the eye', () => {
  const [logo, mark] = ['data:image/png;base64,bG9nbw==', 'data:image/png;base64,bWFyaw==']
  const headOf = (report: typeof sampleReport) => reportArticle(report, logo).split('<h1>')[0]
  expect(headOf(sampleReport)).toContain(logo)
  expect(headOf(sampleReport)).not.toContain('<svg')
  const chosen = { note, content: { ...content, brand: { ...DEFAULT_BRAND, mark } } }
  expect(headOf(chosen)).toContain(mark)
  expect(headOf(chosen)).not.toContain(logo)
  expect(reportPage(sampleReport, { logo })).toContain(logo)
})

test('escapes the business’s name, its posts and the note', () => {
  const bad = '<script>alert(1)</script>'
  const [listed] = content.posts.listed
  const page = reportPage({
    note: bad,
    content: {
      ...content,
      business: bad,
      posts: { ...content.posts, listed: [{ ...listed!, excerpt: bad }] },
      best: { ...content.best!, excerpt: bad, picture: '"><script>' },
    },
  })
  expect(page).not.toContain('<script')
})

test('explains why the best post stands out', () => {
  expect(textOf(reportArticle(sampleReport))).toContain(
    'That is 3.1 times the average of the month’s 11 posts with figures (79). It went out on Wednesday around 3 pm.',
  )
})

test('compares followers, engagement and scores with the previous month, and shows when they were read', () => {
  const text = textOf(reportArticle(sampleReport))
  for (const phrase of [
    '2,152 +88 in October',
    '1,313 +285 vs 31 Aug – 30 Sep',
    'as of 1 Nov 2026, 8:36 pm. Engagement and reach are those of 1–31 Oct, compared with 31 Aug – 30 Sep',
    'Daily reach, added up 21,074 +4,344 vs 31 Aug – 30 Sep',
    'Reach 9,204 (7,310 before)',
    'Views 19,450 (14,880 before)',
    'Seen by 2,642 people, 3,830 times.',
    '88 +17 vs September',
    '1,241 +37 since 1 Oct',
    '612 488 in 31 Aug – 30 Sep',
    '71 in September',
    '1 Nov 2026, 8:36 pm',
    '2 of 3 slots',
  ])
    expect(text).toContain(phrase)
})

test('compares an older report with the month before, and draws no trend in it', () => {
  const { compared: _, ...old } = content
  const accounts = content.accounts.map(account => ({ ...account, series: undefined, previous: undefined }))
  const markup = reportArticle({ note, content: { ...old, accounts } })
  expect(textOf(markup)).toContain('1,313 +285 vs September')
  expect(markup).not.toContain('<figure>')
})

test('adds up the reach of the networks that report it, and names them', () => {
  const [page, account, ...others] = content.accounts
  const without = { ...account!, reach: null, views: null }
  const textWith = (...accounts: typeof content.accounts) =>
    textOf(reportArticle({ note, content: { ...content, accounts: [...accounts, ...others] } }))
  expect(textWith(page!, without)).toContain(
    'Daily reach, added up 9,204 Facebook only; +1,894 vs 31 Aug – 30 Sep',
  )
  const { reach: _, views: __, ...older } = page!
  expect(textWith(older, without)).not.toMatch(/reach/i)
})

test('draws a trend for each network, and says which days have no figures', () => {
  expect(reportArticle(sampleReport).match(/<figure>/g)).toHaveLength(2)
  const [page] = content.accounts
  const series = page!.series!.map((day, index) => (index > 28 ? { ...day, engagement: null } : day))
  const markup = reportArticle({ note, content: { ...content, accounts: [{ ...page!, series }] } })
  expect(markup.match(/class="gap"/g)).toHaveLength(2)
  expect(textOf(markup)).toContain('Shaded: no figures for 30 Oct and 31 Oct.')
})

test('counts published and planned posts of a month that has begun', () => {
  const textWith = (plan: Partial<typeof content.plan>) =>
    textOf(reportArticle({ note, content: { ...content, plan: { ...content.plan, ...plan } } }))
  expect(textWith({})).toContain('9 posts planned as of')
  expect(textWith({ published: 7 })).toContain('9 posts: 7 published, 2 to come as of')
  expect(textWith({ published: 9, listed: [] })).toContain('All of November’s posts are published.')
})

test('adds changes of followers only if all accounts have been read since the same day', () => {
  const [page, profile] = content.accounts
  const textSince = (...days: string[]) =>
    textOf(
      reportArticle({
        note,
        content: {
          ...content,
          accounts: [page!, profile!].map((account, index) => ({
            ...account,
            followers: { ...account.followers!, first: { day: days[index]!, value: 1000 } },
          })),
        },
      }),
    )
  expect(textSince('2026-10-01', '2026-10-01')).toContain('2,152 +152 in October')
  expect(textSince('2026-10-16', '2026-10-16')).toContain('2,152 +152 since 16 Oct')
  expect(textSince('2026-10-01', '2026-10-16')).toContain('2,152 Accounts were first read on different days')
})

test('explains missing figures, and never invents one', () => {
  const text = textOf(
    reportArticle({
      note: '',
      content: {
        ...content,
        best: null,
        accounts: [{ ...content.accounts[0]!, followers: null, engagement: null, missing: 'reconnect' }],
        scores: { latest: null, before: null },
        posts: { total: 0, before: null, elsewhere: 0, listed: [] },
        plan: { month: '2026-11', weeks: [], listed: [] },
      },
    }),
  )
  for (const phrase of [
    'Nothing was published in October.',
    'No network has shared reactions to a post from October.',
    'Missing: we lost access to the account before we could read it.',
    'Followers – No network shared this figure',
    'It wasn’t measured in October.',
    'Nothing is scheduled for November yet.',
  ])
    expect(text).toContain(phrase)
})

test('says in one sentence that nothing is planned, without a table of weeks', () => {
  const weeks = content.plan.weeks.map(week => ({ ...week, posts: 0 }))
  const text = textOf(
    reportArticle({ note, content: { ...content, plan: { ...content.plan, weeks, listed: [] } } }),
  )
  expect(text).toContain('November’s plan Nothing is scheduled for November yet.')
  expect(text).not.toContain('Posts planned')
})

test('says of a month that is ending or over that nothing is, or was, scheduled', () => {
  const plan = { month: '2026-11', weeks: [], listed: [] }
  const text = (preparedAt: string) =>
    textOf(
      reportArticle({ note, content: { ...content, plan, preparedAt, timeZone: 'Australia/Melbourne' } }),
    )
  expect(text('2026-10-31T12:00:00Z')).toContain('Nothing is scheduled for November yet.')
  expect(text('2026-11-25T12:00:00Z')).toContain('Nothing is scheduled for the rest of November.')
  expect(text('2026-11-30T12:59:00Z')).toContain('Nothing is scheduled for the rest of November.')
  expect(text('2026-11-30T13:00:00Z')).toContain('Nothing was scheduled for November.')
})

test('keeps the text of the button readable on any accent', () => {
  const styleOf = (accent: string) => brandStyle({ ...DEFAULT_BRAND, accent })
  expect(styleOf('#ffcc00')).toContain('--on-accent: #12161d')
  expect(styleOf('#12161d')).toContain('--on-accent: #fff')
})

test('counts the posts that it doesn’t list, and sends its readers to no dashboard', () => {
  const { listed } = content.posts
  const many = { ...content, posts: { ...content.posts, total: listed.length + 2 } }
  const page = reportPage({ content: many, note })
  expect(textOf(page)).toMatch(/And \d+ more posts\./)
  expect(page).not.toContain('<a ')
})

test('lists a single further post instead of counting it', () => {
  const [post] = content.posts.listed
  const text = (total: number) => {
    const listed = Array.from({ length: Math.min(total, 13) }, (_, n) => ({
      ...post!,
      excerpt: `Post ${n}.`,
    }))
    const plan = { ...content.plan, listed: [] }
    return textOf(
      reportPage({ content: { ...withoutReviews, posts: { ...content.posts, total, listed }, plan }, note }),
    )
  }
  expect(text(13)).toContain('Post 12.')
  expect(text(13)).not.toMatch(/And \d+ more/)
  expect(text(14)).not.toContain('Post 12.')
  expect(text(14)).toContain('And 2 more posts.')
})

test('uses short names for the networks of planned posts, so that none is cut off on paper', () => {
  const [post] = content.plan.listed
  const plan = { ...content.plan, listed: [{ ...post!, networks: [...NETWORK_IDS] }] }
  const page = reportPage({ content: { ...content, plan }, note })
  expect(textOf(page)).toContain('Facebook · Instagram · Google · Bluesky · WordPress')
  expect(page).not.toContain('ellipsis')
})

test('shows visitors of the sample the way back and on', () => {
  const page = reportPage(sampleReport, { visitors: true })
  expect(page.match(/href="[^"]*"/g)).toEqual(['href="/"', 'href="/have-us-do-it"', 'href="/#tools"'])
})

test('lists more posts if nothing is planned', () => {
  const [post] = content.posts.listed
  const posts = { ...content.posts, total: 12, listed: Array.from({ length: 12 }, () => post!) }
  const text = (plan: typeof content.plan) =>
    textOf(reportPage({ content: { ...withoutReviews, posts, plan }, note }))
  expect(text({ ...content.plan, listed: [] })).not.toMatch(/And \d+ more/)
  expect(
    text({ ...content.plan, listed: Array.from({ length: 8 }, () => content.plan.listed[0]!) }),
  ).toContain('And 4 more posts.')
})

test('says that figures were read before the month had ended', () => {
  const says = 'They were read before October had ended, so its last days are missing.'
  const readAt = '2026-10-30T19:00:00.000Z'
  const accounts = content.accounts.map(account => ({ ...account, readAt }))
  expect(textOf(reportPage({ content: { ...content, accounts }, note }))).toContain(says)
  expect(textOf(reportPage({ content, note }))).not.toContain(says)
})

test('draws in a chart no more days than its figures compare', () => {
  const [account] = content.accounts
  const previous = [...account!.previous!, { day: '2026-10-01', followers: 1, engagement: 1 }]
  const compared = {
    finished: { from: '2026-10-01', to: '2026-10-30' },
    before: { from: '2026-09-01', to: '2026-09-30' },
  }
  const shown = { ...content, compared, accounts: [{ ...account!, previous }] }
  expect(textOf(reportPage({ content: shown, note }))).not.toMatch(/Dashed: [^.]*1 Oct/)
})

test('doesn’t clip the logo in the corner of a printed sheet', () => {
  const [, print = ''] = PAGE_STYLE.split('@media print')
  expect(print).toContain('border-radius: 0')
})

test('shows how fast people were answered and how they rated the business, if anybody wrote', () => {
  const text = textOf(reportArticle(sampleReport))
  for (const phrase of [
    '23 reviews and comments were answered in October. Half of the answers came within 3 h 20 min (9 h in 31 Aug – 30 Sep',
    'Aug 4.6 (5)',
    'Oct 4.8 (9)',
  ])
    expect(text).toContain(phrase)
  expect(textOf(reportArticle({ note, content: withoutReviews }))).not.toContain('What people said')
})

test('shows what people saw and did at a profile, with the days that the network knew and rare searches', () => {
  const text = textOf(reportArticle(sampleReport))
  for (const phrase of [
    'Views of the profile 1,764 +252 vs 31 Aug – 27 Sept',
    'Directions 27 −2 vs 31 Aug – 27 Sept',
    'Search on phones 861, Search on computers 248, Maps on phones 597, Maps on computers 58.',
    'Google had counted 1–28 Oct by then.',
    'plumber near me 212',
    'emergency plumber fewer than 15',
  ])
    expect(text).toContain(phrase)
  const [profile] = content.presence!
  const textWith = (more: object) =>
    textOf(reportArticle({ note, content: { ...content, presence: [{ ...profile!, ...more }] } }))
  expect(textWith({ keywords: null })).toContain('Google hadn’t counted October’s searches yet.')
  expect(textWith({ knownUntil: '2026-10-31' })).not.toContain('by then.')
  expect(textOf(reportArticle({ note, content: { ...content, presence: undefined } }))).not.toContain(
    'Found on',
  )
})
