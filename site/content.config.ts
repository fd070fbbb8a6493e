import { z } from 'astro/zod'
import { defineCollection, reference, type SchemaContext } from 'astro:content'

import { NETWORK_IDS } from '#shared/networks.ts'
import { Amount } from './build/amount.ts'
import { entriesOfFile, entriesOfFolder } from './build/collections.ts'

/** YAML reads a day without quotes as a date. */
const Day = z.date({ error: 'Write a day such as 2026-11-29, without quotes.' })

const Entry = {
  /** True for our samples, which the pages mark as such. */
  sample: z.boolean().default(false),
  /** True leaves the entry out of the site. */
  draft: z.boolean().default(false),
  /** Day of the last change that a reader would notice, for search engines. */
  updated: Day.optional(),
}
const InOrder = { ...Entry, order: z.number().default(0) }

/** Description for search engines, which cut longer ones. */
const Summary = z.string().max(200)

/** A picture in the entry's folder, with its text alternative. */
const pictureOf = ({ image }: SchemaContext) => z.strictObject({ file: image(), alt: z.string() })

const monthOf = (day: Date) => day.toISOString().slice(0, 7)

const Point = z.strictObject({ name: z.string(), text: z.string() })

export const collections = {
  about: defineCollection({
    loader: entriesOfFile('about.yaml'),
    schema: z.strictObject({
      ...Entry,
      /** Title of the page in search results and shared links. */
      title: z.string(),
      summary: Summary,
      headline: z.string(),
      opening: z.string(),
      mission: z.string().optional(),
      /** Paragraphs about the team. The first is shown larger. */
      team: z.array(z.string()).default([]),
      values: z.array(Point).default([]),
      reasons: z.array(Point).default([]),
      innovation: z
        .strictObject({ name: z.string(), texts: z.array(z.string()), plans: z.string().optional() })
        .optional(),
      /** Text beside the form at the end of the page. */
      start: z.string().optional(),
    }),
  }),
  services: defineCollection({
    loader: entriesOfFolder('services'),
    schema: context =>
      z.strictObject({
        ...InOrder,
        title: z.string(),
        summary: Summary,
        /** Parts that the price includes, one line each. */
        includes: z.array(z.string()).default([]),
        /** Lowest price, before tax. */
        from: Amount.positive().optional(),
        /** Unit of `from`, such as `visit`. */
        per: z.string().default('month'),
        /** Part that the customer gets for `from`. */
        gets: z.string().optional(),
        /** The work, about 4 by 3. */
        picture: pictureOf(context).optional(),
        /** Listed after the services' titles on the contact forms. */
        choices: z.array(z.string()).default([]),
        /** Button that opens a form of the site or another page. If omitted, it opens the request form with this service chosen. */
        action: z
          .union([
            z.strictObject({
              label: z.string(),
              form: z.enum(['account-management', 'ad-campaign', 'questionnaire']),
            }),
            z.strictObject({ label: z.string(), page: z.string().startsWith('/') }),
            z.strictObject({ label: z.string() }),
          ])
          .optional(),
      }),
  }),
  cases: defineCollection({
    loader: entriesOfFolder('cases'),
    schema: context =>
      z.strictObject({
        ...InOrder,
        /** Result of the work, in a sentence. */
        title: z.string(),
        client: z.string(),
        trade: z.string(),
        place: z.string(),
        summary: Summary,
        /** Period of the work, such as `March to May 2026`. */
        period: z.string(),
        numbers: z
          .array(z.strictObject({ value: z.string(), label: z.string() }))
          .min(1)
          .max(4),
        quote: z.strictObject({ text: z.string(), name: z.string() }).optional(),
        services: z.array(reference('services')).default([]),
        picture: pictureOf(context).optional(),
        /** Every post of one month, shown as a calendar. */
        month: z
          .array(
            z.strictObject({
              on: Day,
              /** Time of the day, such as `6:30 am`. */
              at: z.string(),
              networks: z.array(z.enum(NETWORK_IDS)).default([]),
              text: z.string(),
              picture: pictureOf(context).optional(),
              /** What came of it, or why it was stopped. */
              outcome: z.string().optional(),
              /** True for a post that was approved by nobody and never went out. */
              stopped: z.boolean().default(false),
            }),
          )
          .refine(posts => new Set(posts.map(({ on }) => monthOf(on))).size <= 1, {
            error: 'has posts of more than one month',
          })
          .default([]),
      }),
  }),
  people: defineCollection({
    loader: entriesOfFolder('people'),
    schema: context =>
      z.strictObject({
        ...InOrder,
        name: z.string(),
        role: z.string(),
        email: z.email().optional(),
        phone: z.string().optional(),
        /** Square portrait. Without one, the page shows initials. */
        portrait: context.image().optional(),
      }),
  }),
  posts: defineCollection({
    loader: entriesOfFolder('posts', 'mdx'),
    schema: context =>
      z.strictObject({
        ...Entry,
        title: z.string(),
        summary: Summary,
        category: z.string(),
        published: Day,
        author: reference('people').optional(),
        picture: pictureOf(context).optional(),
      }),
  }),
  reviews: defineCollection({
    loader: entriesOfFile('reviews.yaml'),
    schema: z.strictObject({
      ...InOrder,
      /** What a client said of the agency, in their words. */
      quote: z.string(),
      name: z.string(),
      /** The client's role or business. */
      role: z.string(),
      on: Day,
      /** Page where anybody can read it. Without one, search engines aren't told of the review. */
      source: z.url().optional(),
    }),
  }),
  places: defineCollection({
    loader: entriesOfFolder('places'),
    schema: z.strictObject({
      ...InOrder,
      title: z.string(),
      place: z.string(),
      trade: z.string(),
      summary: Summary,
    }),
  }),
  faq: defineCollection({
    loader: entriesOfFile('faq.yaml'),
    schema: z.strictObject({
      ...InOrder,
      question: z.string(),
      answer: z.string(),
      /** Heading that groups the question with others on its page. */
      about: z.string(),
      /** True also shows the question beside the plans. */
      first: z.boolean().default(false),
      /** True also answers the question where visitors decide to hire the agency: on the home page and on _Have us do it_. */
      hiring: z.boolean().default(false),
      /** Id of a service, such as `ads`, or a part of the site (`PARTS` of `sections/content.ts`), without which the question is left out. */
      needs: z.string().optional(),
    }),
  }),
}
