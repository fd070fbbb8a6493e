import { calls, regions } from '#shared/brand.json'
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import type { ReportContent, ReportDay, ReportPost } from './report.ts'

/** Returns a drawing, in place of a photo, as a data URL. @param shapes paths in a view box of 4 by 3 */
const drawing = (ground: string, shapes: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 180"><rect width="240" height="180" fill="${ground}"/>${shapes}</svg>`)}`

const TAP = drawing(
  '#cfe3dc',
  '<path d="M40 60h92q28 0 28 28v14h-26V92q0-6-6-6H40z" fill="#12161d"/><path d="M84 60V40H66a8 8 0 0 1 0-16h62a8 8 0 0 1 0 16h-18v20z" fill="#50565e"/><path d="M147 118q16 22 0 32-16-10 0-32z" fill="#f4ce23"/>',
)
const PHONE = drawing(
  '#f3e7bd',
  '<circle cx="120" cy="74" r="34" fill="#12161d"/><path d="M56 180q4-58 64-58t64 58z" fill="#2b795c"/><path d="M164 64q18 6 10 26l-16 14" fill="none" stroke="#f4ce23" stroke-width="9" stroke-linecap="round"/>',
)
const HEATER = drawing(
  '#e0ded7',
  '<rect x="84" y="22" width="72" height="128" rx="20" fill="#faf8f4" stroke="#12161d" stroke-width="6"/><path d="M102 150v18M138 150v18" stroke="#12161d" stroke-width="6"/><path d="M120 82q24 30 0 46-24-16 0-46z" fill="#f4ce23"/>',
)

const ZONE = calls.timeZone
const PROFILE = `Pat’s Plumbing, ${regions[0]}`

/** Returns the agency's UTC offset in milliseconds. */
const offsetAt = (instant: number) =>
  Date.parse(`${new Date(instant).toLocaleString('sv-SE', { timeZone: ZONE })}Z`) - instant

/** Converts a local time of the agency to an instant. */
function at(local: string): string {
  const asUtc = Date.parse(`${local}Z`)
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc))).toISOString()
}

const READ_AT = at('2026-11-01T20:36')

const post = (publishedAt: string, excerpt: string, facebook: number, instagram: number): ReportPost => ({
  publishedAt,
  excerpt,
  picture: null,
  placements: [
    {
      network: 'facebook',
      permalink: '',
      reactions: { likes: facebook, comments: Math.round(facebook / 9), shares: Math.round(facebook / 12) },
      measures: { reach: facebook * 14, views: facebook * 19, saves: null, clicks: Math.round(facebook / 3) },
      readAt: READ_AT,
    },
    {
      network: 'instagram',
      permalink: '',
      reactions: { likes: instagram, comments: Math.round(instagram / 11), shares: 0 },
      measures: {
        reach: instagram * 11,
        views: instagram * 17,
        saves: Math.round(instagram / 8),
        clicks: null,
      },
      readAt: READ_AT,
    },
  ],
})

const best = {
  ...post(
    at('2026-10-14T15:00'),
    'Before and after: the kitchen tap that dripped for eleven years.',
    96,
    118,
  ),
  picture: TAP,
}
const second = post(at('2026-10-27T09:00'), 'Meet Sam, who answers the phone before seven.', 41, 52)
const third = post(
  at('2026-10-21T15:00'),
  'A hot water service that lasted 24 years. It has earned its rest.',
  38,
  29,
)

const WEEKDAY_SHARES = [3, 4, 6, 5, 6, 9, 8]

/** Spreads a number over days that begin with `from`, more of it at weekends. */
function spread(total: number, from: string, count = 31): ReportDay[] {
  const shares = Array.from({ length: count }, (_, index) => (WEEKDAY_SHARES[index % 7] ?? 1) + (index % 4))
  const whole = shares.reduce((sum, share) => sum + share, 0)
  let passed = 0
  return shares.map((share, index) => {
    const before = Math.round((total * passed) / whole)
    passed += share
    return {
      day: new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
      followers: null,
      engagement: Math.round((total * passed) / whole) - before,
    }
  })
}

/** A made-up business, marked as such. */
export const sampleReport: { content: ReportContent; note: string } = {
  note: 'A good month. The before-and-after pictures carry it, so I’ve planned two more for November.',
  content: {
    sample: true,
    business: 'Pat’s Plumbing',
    website: 'https://patsplumbing.example',
    timeZone: ZONE,
    month: '2026-10',
    preparedAt: at('2026-11-01T21:00'),
    compared: {
      finished: { from: '2026-10-01', to: '2026-10-31' },
      before: { from: '2026-08-31', to: '2026-09-30' },
    },
    posts: {
      total: 11,
      before: 8,
      elsewhere: 1,
      listed: [
        post(
          at('2026-10-29T15:00'),
          'Storm season is here: three gutters to check before the weekend.',
          24,
          31,
        ),
        second,
        post(at('2026-10-23T15:00'), 'Blocked drain? Three things to try before you call us.', 34, 28),
        third,
        post(at('2026-10-19T09:00'), 'Why we quote before we start, and stick to it.', 27, 22),
        best,
        post(at('2026-10-13T09:00'), 'School holidays: we’re open all week.', 12, 9),
        post(at('2026-10-09T15:00'), 'A tap, a tee and a Saturday: one kitchen in four pictures.', 31, 26),
        post(at('2026-10-07T15:00'), 'Why your toilet whistles, in one picture.', 33, 27),
        post(at('2026-10-05T15:00'), 'Daylight saving is here. So is a longer working day.', 20, 16),
        post(at('2026-10-02T08:00'), 'New month, new van. Wave when you see it.', 26, 24),
      ],
    },
    best: { ...best, average: 79, comparedWith: 11 },
    runnersUp: [
      { ...second, picture: PHONE },
      { ...third, picture: HEATER },
    ],
    accounts: [
      {
        network: 'facebook',
        name: 'Pat’s Plumbing',
        readAt: READ_AT,
        followers: { first: { day: '2026-10-01', value: 1204 }, last: { day: '2026-10-31', value: 1241 } },
        engagement: { value: 612, days: 31, before: 488 },
        reach: { value: 9204, days: 31, before: 7310 },
        views: { value: 14_011, days: 31, before: 11_290 },
        series: spread(612, '2026-10-01'),
        previous: spread(488, '2026-08-31'),
        missing: null,
      },
      {
        network: 'instagram',
        name: 'pat.plumbs',
        readAt: READ_AT,
        followers: { first: { day: '2026-10-01', value: 860 }, last: { day: '2026-10-31', value: 911 } },
        engagement: { value: 701, days: 31, before: 540 },
        reach: { value: 11_870, days: 31, before: 9420 },
        views: { value: 19_450, days: 31, before: 14_880 },
        series: spread(701, '2026-10-01'),
        previous: spread(540, '2026-08-31'),
        missing: null,
      },
      {
        network: 'google',
        name: PROFILE,
        readAt: null,
        followers: null,
        engagement: null,
        missing: 'unshared',
      },
    ],
    presence: [
      {
        network: 'google',
        name: PROFILE,
        readAt: READ_AT,
        knownUntil: '2026-10-28',
        sums: {
          shown: { value: 1764, days: 28, before: 1512 },
          searchMobile: { value: 861, days: 28, before: 742 },
          searchDesktop: { value: 248, days: 28, before: 231 },
          mapsMobile: { value: 597, days: 28, before: 489 },
          mapsDesktop: { value: 58, days: 28, before: 50 },
          calls: { value: 43, days: 28, before: 35 },
          directions: { value: 27, days: 28, before: 29 },
          websiteClicks: { value: 88, days: 28, before: 71 },
        },
        keywords: {
          month: '2026-10',
          list: [
            { keyword: 'plumber near me', count: 212, isBelow: false },
            { keyword: 'plumber open now', count: 148, isBelow: false },
            { keyword: 'blocked drain', count: 61, isBelow: false },
            { keyword: 'hot water repair', count: 24, isBelow: false },
            { keyword: 'pat’s plumbing', count: 19, isBelow: false },
            { keyword: 'emergency plumber', count: 15, isBelow: true },
          ],
        },
      },
    ],
    conversation: {
      answers: { count: 23, medianMs: 3 * HOUR_MS + 20 * MINUTE_MS, beforeMs: 9 * HOUR_MS },
      ratings: [
        { month: '2026-05', average: 4.2, reviews: 5 },
        { month: '2026-06', average: 4.5, reviews: 4 },
        { month: '2026-07', average: 4.3, reviews: 6 },
        { month: '2026-08', average: 4.6, reviews: 5 },
        { month: '2026-09', average: 4.5, reviews: 8 },
        { month: '2026-10', average: 4.8, reviews: 9 },
      ],
    },
    scores: {
      latest: {
        measuredAt: at('2026-10-31T02:20'),
        source: 'lighthouse',
        scores: { performance: 88, accessibility: 96, 'best-practices': 100, seo: 92 },
      },
      before: {
        measuredAt: at('2026-09-30T01:20'),
        source: 'lighthouse',
        scores: { performance: 71, accessibility: 91, 'best-practices': 96, seo: 92 },
      },
    },
    plan: {
      month: '2026-11',
      weeks: [
        { from: '2026-11-01', to: '2026-11-01', posts: 0, slots: 0 },
        { from: '2026-11-02', to: '2026-11-08', posts: 3, slots: 3 },
        { from: '2026-11-09', to: '2026-11-15', posts: 3, slots: 3 },
        { from: '2026-11-16', to: '2026-11-22', posts: 2, slots: 3 },
        { from: '2026-11-23', to: '2026-11-29', posts: 1, slots: 3 },
        { from: '2026-11-30', to: '2026-11-30', posts: 0, slots: 1 },
      ],
      listed: [
        {
          publishAt: at('2026-11-03T09:00'),
          excerpt: 'Our hours this summer',
          networks: ['facebook', 'google'],
        },
        {
          publishAt: at('2026-11-04T15:00'),
          excerpt: 'Before and after: a laundry in one day',
          networks: ['facebook', 'instagram'],
        },
        {
          publishAt: at('2026-11-06T15:00'),
          excerpt: 'Three signs of a slow leak',
          networks: ['facebook', 'instagram'],
        },
        {
          publishAt: at('2026-11-10T09:00'),
          excerpt: 'Before and after: the upstairs bathroom',
          networks: ['instagram'],
        },
      ],
    },
  },
}
