import type { ReportContent, ReportPost } from './report.ts'

const READ_AT = '2026-11-01T09:36:00.000Z'

const post = (publishedAt: string, excerpt: string, facebook: number, instagram: number): ReportPost => ({
  publishedAt,
  excerpt,
  picture: null,
  placements: [
    {
      network: 'facebook',
      permalink: '',
      reactions: { likes: facebook, comments: Math.round(facebook / 9), shares: Math.round(facebook / 12) },
      readAt: READ_AT,
    },
    {
      network: 'instagram',
      permalink: '',
      reactions: { likes: instagram, comments: Math.round(instagram / 11), shares: 0 },
      readAt: READ_AT,
    },
  ],
})

const best = post(
  '2026-10-14T04:00:00.000Z',
  'Before and after: the kitchen tap that dripped for eleven years.',
  96,
  118,
)

/** A made-up business, marked as such. */
export const sampleReport: { content: ReportContent; note: string } = {
  note: 'A good month. The before-and-after pictures carry it, so I’ve planned two more for November.',
  content: {
    sample: true,
    business: 'Pat’s Plumbing',
    website: 'https://patsplumbing.example',
    timeZone: 'Australia/Melbourne',
    month: '2026-10',
    preparedAt: '2026-11-01T10:00:00.000Z',
    posts: {
      total: 11,
      before: 8,
      elsewhere: 1,
      listed: [
        post(
          '2026-10-29T04:00:00.000Z',
          'Storm season is here: three gutters to check before the weekend.',
          24,
          31,
        ),
        post('2026-10-26T22:00:00.000Z', 'Meet Sam, who answers the phone before seven.', 41, 52),
        post(
          '2026-10-21T04:00:00.000Z',
          'A hot water service that lasted 24 years. It has earned its rest.',
          38,
          29,
        ),
        best,
        post('2026-10-12T22:00:00.000Z', 'School holidays: we’re open all week.', 12, 9),
        post('2026-10-07T04:00:00.000Z', 'Why your toilet whistles, in one picture.', 33, 27),
      ],
    },
    best: { ...best, average: 96, comparedWith: 11 },
    accounts: [
      {
        network: 'facebook',
        name: 'Pat’s Plumbing',
        readAt: READ_AT,
        followers: { first: { day: '2026-10-01', value: 1204 }, last: { day: '2026-10-31', value: 1241 } },
        engagement: { value: 612, days: 31, before: 488 },
        missing: null,
      },
      {
        network: 'instagram',
        name: 'pat.plumbs',
        readAt: READ_AT,
        followers: { first: { day: '2026-10-01', value: 860 }, last: { day: '2026-10-31', value: 911 } },
        engagement: { value: 701, days: 31, before: 540 },
        missing: null,
      },
      {
        network: 'google',
        name: 'Pat’s Plumbing, Brunswick',
        readAt: null,
        followers: null,
        engagement: null,
        missing: 'unshared',
      },
    ],
    scores: {
      latest: {
        measuredAt: '2026-10-30T15:20:00.000Z',
        source: 'lighthouse',
        scores: { performance: 88, accessibility: 96, 'best-practices': 100, seo: 92 },
      },
      before: {
        measuredAt: '2026-09-29T15:20:00.000Z',
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
        { publishAt: '2026-11-02T22:00:00.000Z', excerpt: 'Cup Day hours', networks: ['facebook', 'google'] },
        {
          publishAt: '2026-11-04T04:00:00.000Z',
          excerpt: 'Before and after: a laundry in Coburg',
          networks: ['facebook', 'instagram'],
        },
        {
          publishAt: '2026-11-06T04:00:00.000Z',
          excerpt: 'Three signs of a slow leak',
          networks: ['facebook', 'instagram'],
        },
        {
          publishAt: '2026-11-09T22:00:00.000Z',
          excerpt: 'Before and after: the upstairs bathroom',
          networks: ['instagram'],
        },
      ],
    },
  },
}
