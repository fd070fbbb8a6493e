import { brand } from '#shared/brand.ts'
import { calls } from '#shared/calls.ts'
import {
  type About,
  about,
  cases,
  categories,
  firstQuestions,
  named,
  people,
  places,
  posts,
  questions,
  reviews,
  services,
} from './content.ts'
import { publicPages } from './public-pages.ts'

const { siteName } = brand
const where = brand.regions.join(' and ')

export type PublicPage = {
  path: string
  title: string
  description: string
  /** Headline of the sharing picture. */
  headline: string
  /** Day of the page's last noticeable change. */
  updated?: Date | undefined
}

const latest = (entries: { data: { updated?: Date | undefined; published?: Date } }[]) =>
  entries
    .flatMap(({ data }) => data.updated ?? data.published ?? [])
    .toSorted((a, b) => Number(a) - Number(b))
    .at(-1)

/** Pages that list a collection. An empty collection has no page. */
export const lists = {
  services: {
    path: '/services',
    title: `What ${siteName} does for small businesses`,
    description: `What we do for small businesses in ${where}: what each service includes, what it costs and what we need from you.`,
    headline: 'Hand us as much as you like.',
    updated: latest(services),
  },
  cases: {
    path: '/cases',
    title: `Our work: what came of it · ${siteName}`,
    description: `Businesses that ${siteName} works for: where they began, what we did and what came of it, in numbers.`,
    headline: 'What came of it.',
    updated: latest(cases),
  },
  people: {
    path: '/people',
    title: `The people of ${siteName}`,
    description: `Who plans, writes and photographs for you at ${siteName}, and how to reach them.`,
    headline: 'You talk to the person who does the work.',
    updated: latest(people),
  },
  posts: {
    path: '/blog',
    title: `Blog of ${siteName}: what to post, and why`,
    description: `Short, practical pieces for people with a shop to run: writing, pictures and how ${siteName} works.`,
    headline: 'Ten minutes well spent.',
    updated: latest(posts),
  },
  places: {
    path: '/places',
    title: `Where ${siteName} works`,
    description: `Places and trades that we know in ${where}, and what we have to say about each.`,
    headline: 'Where we work.',
    updated: latest(places),
  },
  faq: {
    path: '/faq',
    title: `Questions people ask ${siteName}`,
    description:
      'Prices, cancelling, who owns what, approvals and what happens if a post can’t go out: short answers.',
    headline: 'Before you ask.',
    updated: latest(questions),
  },
} satisfies Record<string, PublicPage>

const has = { about, services, cases, people, posts, places, faq: questions }
/** True if a collection has something to show. */
export const shows = (name: keyof typeof has) => has[name].length > 0

type Described = { data: { title: string; summary: string; sample: boolean; updated?: Date | undefined } }
const page = (path: string, { data }: Described, title = data.title): PublicPage => ({
  path,
  title: `${named(title, data)} · ${siteName}`,
  description: data.summary,
  headline: named(data.title, data),
  updated: data.updated,
})

export const pageOfAbout = ({ title, summary, headline, updated }: About['data']): PublicPage => ({
  path: '/about',
  title,
  description: summary,
  headline,
  updated,
})
export const pageOfService = (entry: (typeof services)[number]) => page(`/services/${entry.id}`, entry)
export const pageOfCase = (entry: (typeof cases)[number]) =>
  page(`/cases/${entry.id}`, entry, `${entry.data.client}: ${entry.data.title}`)
export const pageOfPlace = (entry: (typeof places)[number]) => page(`/places/${entry.id}`, entry)
export const pageOfPost = (entry: (typeof posts)[number]) => ({
  ...page(`/blog/${entry.id}`, entry),
  updated: entry.data.updated ?? entry.data.published,
})
export const pageOfCategory = ({ name, slug }: (typeof categories)[number]): PublicPage => ({
  path: `/blog/category/${slug}`,
  title: `${name}: posts of the ${siteName} blog`,
  description: `What the ${siteName} blog has about ${name.toLowerCase()}, newest first.`,
  headline: `${name}.`,
  updated: latest(posts.filter(({ data }) => data.category === name)),
})

/** True if the agency takes calls. */
export const takesCalls = calls.hours.length > 0

const LISTED_APART: string[] = [publicPages.home, publicPages.plans, publicPages.book].map(({ path }) => path)

/** Every page for visitors and search engines. */
export const allPages: PublicPage[] = [
  {
    ...publicPages.home,
    updated: latest([...services, ...cases, ...people, ...reviews, ...posts, ...questions]),
  },
  ...about.map(({ data }) => pageOfAbout(data)),
  { ...publicPages.plans, updated: latest(firstQuestions) },
  ...Object.values(publicPages).filter(({ path }) => !LISTED_APART.includes(path)),
  ...(takesCalls ? [publicPages.book] : []),
  ...(Object.keys(lists) as (keyof typeof lists)[]).filter(shows).map(name => lists[name]),
  ...services.map(pageOfService),
  ...cases.map(pageOfCase),
  ...posts.map(pageOfPost),
  ...categories.map(pageOfCategory),
  ...places.map(pageOfPlace),
]
