import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { NetworkId } from '#shared/networks.ts'

/** Pictures in `pictures/`, with their descriptions. */
const ALT_TEXTS = {
  sourdough: 'A sourdough loaf on a striped cloth',
  loaves: 'Three loaves and two sage leaves on a pale table',
  croissants: 'Two croissants on a white plate',
  breakfast: 'A flat white and a croissant',
  coffee: 'A flat white with a heart in the foam',
  scrolls: 'Four cinnamon scrolls in their tin',
  tarts: 'Three lemon tarts between lemons',
  harbour: 'Three sailing boats in the harbour at dawn',
  shopfront: 'The bakehouse with its red and white awning',
  baguettes: 'Three baguettes in a basket',
  baking: 'Flour, three eggs and a rolling pin',
  picnic: 'Bread, a tart and a scroll on a checked picnic rug',
}
export type Scene = keyof typeof ALT_TEXTS
export const SCENES = Object.keys(ALT_TEXTS) as Scene[]

type Kind = 'published' | 'failed' | 'held' | 'scheduled' | 'draft'
type Column = 'kind' | 'day' | 'time' | 'networks' | 'pictures' | 'likes' | 'comments' | 'message'
export type SamplePost = ReturnType<typeof readPost>

/** Posts of a fictional bakery, oldest first. Those that were published have a negative day. */
const posts = parse<Record<Column, string>>(readFileSync(join(import.meta.dirname, 'posts.csv')), {
  columns: true,
}).map(readPost)

function readPost({ kind, day, time, networks, pictures, likes, comments, message }: Record<Column, string>) {
  return {
    kind: kind as Kind,
    /** Days from today. */
    day: Number(day),
    time,
    message,
    networks: networks.split(' ') as NetworkId[],
    pictures: (pictures.split(' ').filter(Boolean) as Scene[]).map(scene => ({
      scene,
      alt: ALT_TEXTS[scene],
    })),
    /** Figures on Instagram. Facebook gets fewer. */
    likes: Number(likes),
    comments: Number(comments),
  }
}

export const samplePosts = (kind: Kind) => posts.filter(post => post.kind === kind)

/** Weekly posting times without a post in the first week. Its scheduled posts fill the others. */
export const FREE_TIMES = [
  { day: 3, time: '17:30' },
  { day: 5, time: '17:30' },
]

export const TEMPLATES = [
  {
    name: 'Out of the oven',
    text: 'Out of the oven: [bread]. It’s warm until it’s gone.\n\n#FreshlyBaked #HarbourBakehouse',
  },
  {
    name: 'Order reminder',
    text: 'Orders for [day] close at five today. Tell us what you’d like, and pick it up from seven.',
  },
  {
    name: 'Sold out',
    text: 'Sold out of [bread] for today. Thank you! The next tray is ready at [time] tomorrow.',
  },
]

export const HASHTAG_SETS = [
  { name: 'Every day', text: '#HarbourBakehouse #Melbourne #LocalBakery' },
  { name: 'Bread', text: '#Sourdough #RealBread #FreshlyBaked #SlowFermented' },
  { name: 'Weekend', text: '#WeekendBreakfast #MelbourneCafes #BrunchTime' },
]

/** Discussion of the post about soup, which is scheduled for tomorrow. */
export const DISCUSSION = {
  message: 'Soup and sourdough for lunch: roast pumpkin today.',
  comments: [
    { by: 'agency', hoursAgo: 27, message: 'Which bread comes with the soup? People asked last time.' },
    { by: 'owner', hoursAgo: 25, message: 'The seeded rye. It goes best with pumpkin.' },
    {
      by: 'agency',
      hoursAgo: 5,
      message: 'Thanks! I’ll leave the text as it is and answer in the comments. The picture is perfect.',
    },
  ],
} as const

/** The words of a person at the top of a monthly report. */
export const REPORT_NOTE =
  'A good month: the scrolls and the picnic boxes drew the most reactions, and weekend mornings work best. Next month we show more of the people behind the counter.'
