import type {
  Article,
  BreadcrumbList,
  FAQPage,
  Graph,
  LocalBusiness,
  Review as ReviewFacts,
  Service as ServiceFacts,
  Thing,
  WebApplication,
  WebSite,
} from 'schema-dts'

import { brand, offer, sellsWebsites } from '#shared/brand.ts'
import { SCHEMA_HOURS } from '#shared/requests/schema-hours.ts'
import { isSamplePhone } from '#shared/sample-phone.ts'
import { canonicalUrl, sharingPictureUrl } from '#site/lib/page-urls.ts'
import { pageOfPost, pageOfService } from './content-pages.ts'
import {
  named,
  type Person,
  type Post,
  type Question,
  type Review,
  reviews,
  type Service,
} from './content.ts'

/** Structured data in schema.org's terms, whose vocabulary the types of `schema-dts` check. */
type Site = URL | undefined

export const graphOf = (things: Thing[]): Graph => ({ '@context': 'https://schema.org', '@graph': things })

/** Number of reviews on the home page. */
export const REVIEWS_AT_HOME = 3

const reviewFacts = ({ data: { quote, name, on, source } }: Review): ReviewFacts => ({
  '@type': 'Review',
  reviewBody: quote,
  author: { '@type': 'Person', name },
  datePublished: on.toISOString().slice(0, 10),
  ...(source && { url: source }),
})

const agency = (site: Site) => ({ '@id': canonicalUrl('/', site) + '#agency' })

/** Reviews on the home page that are real, and can be read elsewhere. */
const sourced = reviews.slice(0, REVIEWS_AT_HOME).filter(({ data }) => !data.sample && data.source)

export const agencyFacts = (site: Site): [LocalBusiness, WebSite] => [
  {
    '@type': 'LocalBusiness',
    ...agency(site),
    name: brand.siteName,
    legalName: brand.company,
    description: `${offer} in ${brand.regions.join(' and ')}`,
    url: canonicalUrl('/', site),
    email: brand.email,
    ...(brand.phone && !isSamplePhone(brand.phone) && { telephone: brand.phone }),
    ...(brand.address && { address: brand.address }),
    image: sharingPictureUrl('/', site),
    logo: new URL('/icon-512.png', site).href,
    ...(SCHEMA_HOURS.length > 0 && { openingHours: SCHEMA_HOURS }),
    areaServed: brand.regions.map(name => ({ '@type': 'Place', name: `${name}, ${brand.country}` })),
    ...(sourced.length > 0 && { review: sourced.map(reviewFacts) }),
    sameAs: Object.values(brand.social).filter(Boolean),
    ...(sellsWebsites && {
      makesOffer: {
        '@type': 'Offer',
        name: `Website of ${brand.websitePlan.pages} pages`,
        price: brand.websitePlan.price,
        priceCurrency: brand.websitePlan.currency,
        url: new URL('/#website99', site).href,
      },
    }),
  },
  {
    '@type': 'WebSite',
    name: brand.siteName,
    url: canonicalUrl('/', site),
    inLanguage: 'en-AU',
    publisher: agency(site),
  },
]

export const serviceFacts = (service: Service, site: Site): ServiceFacts => ({
  '@type': 'Service',
  name: service.data.title,
  description: service.data.summary,
  url: canonicalUrl(pageOfService(service).path, site),
  provider: agency(site),
  areaServed: brand.regions.map(name => ({ '@type': 'Place', name: `${name}, ${brand.country}` })),
  ...(service.data.from && {
    offers: { '@type': 'Offer', price: service.data.from, priceCurrency: brand.websitePlan.currency },
  }),
})

const FREE = { '@type': 'Offer', price: 0, priceCurrency: brand.websitePlan.currency } as const

type FreePage = { path: string; title: string; description: string }

/** The website check, which visitors use in the page itself. */
export const auditFacts = ({ path, title, description }: FreePage, site: Site): WebApplication => ({
  '@type': 'WebApplication',
  name: title,
  description,
  url: canonicalUrl(path, site),
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Any',
  browserRequirements: 'Requires JavaScript',
  isAccessibleForFree: true,
  offers: FREE,
  provider: agency(site),
})

/** Calls that visitors book in the page itself. */
export const callFacts = ({ path, title, description }: FreePage, site: Site): ServiceFacts => ({
  '@type': 'Service',
  name: title,
  description,
  url: canonicalUrl(path, site),
  provider: agency(site),
  areaServed: brand.regions.map(name => ({ '@type': 'Place', name: `${name}, ${brand.country}` })),
  offers: FREE,
  potentialAction: {
    '@type': 'ReserveAction',
    target: { '@type': 'EntryPoint', urlTemplate: canonicalUrl(path, site) },
  },
})

export const faqFacts = (questions: Question[]): FAQPage => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ data }) => ({
    '@type': 'Question',
    name: data.question,
    acceptedAnswer: { '@type': 'Answer', text: data.answer },
  })),
})

export const articleFacts = (post: Post, author: Person | undefined, site: Site): Article => ({
  '@type': 'Article',
  headline: named(post.data.title, post.data),
  description: post.data.summary,
  articleSection: post.data.category,
  datePublished: post.data.published.toISOString().slice(0, 10),
  dateModified: (post.data.updated ?? post.data.published).toISOString().slice(0, 10),
  url: canonicalUrl(pageOfPost(post).path, site),
  image: sharingPictureUrl(pageOfPost(post).path, site),
  inLanguage: 'en-AU',
  author: author && !author.data.sample ? { '@type': 'Person', name: author.data.name } : agency(site),
  publisher: agency(site),
})

/** A page's ancestors and itself. */
export type Trail = { path: string; name: string }[]

export const trailFacts = (trail: Trail, site: Site): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ path, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: { '@id': canonicalUrl(path, site) },
  })),
})
