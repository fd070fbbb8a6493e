import type { AstroIntegration } from 'astro'
import { z } from 'astro/zod'
import { existsSync, readFileSync, utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { contrastWithWhite } from '#shared/reports/brand.ts'
import { isTimeZone } from '#shared/zone-names.ts'
import { inks } from '../assets/inks.ts'
import { Amount } from './amount.ts'
import { parseOwnJson } from './own-files.ts'

const Plan = { name: z.string(), price: z.string(), text: z.string(), points: z.array(z.string()) }

const Rung = z.strictObject({
  posts: z.number().int().positive(),
  price: Amount.positive(),
  text: z.string().default(''),
  mark: z.string().default(''),
  includes: z.array(z.string()).min(1),
  excludes: z.array(z.string()).default([]),
})

/** `shared/brand.json`, which `docs/your-agency.md` explains. */
const Facts = z.strictObject({
  siteName: z.string().min(1),
  offer: z.string().min(1),
  tagline: z.string().min(1),
  company: z.string().min(1),
  email: z.email(),
  phone: z.string(),
  website: z.url(),
  abn: z.string(),
  address: z.string(),
  country: z.string().min(1),
  regions: z.array(z.string()).min(1),
  social: z.strictObject({ facebook: z.string(), instagram: z.string() }),
  replies: z.string().min(1),
  openingHours: z.record(z.string().min(1), z.string().min(1)),
  logo: z
    .string()
    .regex(/^$|\.(?:svg|png|jpe?g|webp)$/i, 'a square SVG or PNG, such as logo.svg')
    .refine(name => !name || existsSync(`site/content/${name}`), 'There is no such file in site/content.'),
  accent: z.string().regex(/^(#[\da-f]{6})?$/i, 'a colour such as #f4ce23, or nothing for ours'),
  calls: z.strictObject({
    timeZone: z.string().refine(isTimeZone, 'a name such as Australia/Melbourne'),
    minutes: z.number().int().min(5).max(240),
    noticeHours: z.number().min(0),
    hours: z.partialRecord(
      z.enum(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']),
      z.array(
        z
          .string()
          .regex(/^([01]?\d|2[0-3]):[0-5]\d ?- ?([01]?\d|2[0-3]):[0-5]\d$/, 'hours such as 9:30-12:00'),
      ),
    ),
  }),
  postsPerWeek: z.number().int().positive(),
  fullWeekPrice: Amount.nonnegative(),
  ladder: z.array(Rung).default([]),
  /** Price a month for each further shop of a client, and what it pays for. */
  anotherShop: z.strictObject({ price: Amount.positive(), gets: z.string().min(1) }).optional(),
  websitePlan: z.strictObject({
    price: Amount.nonnegative(),
    currency: z.string().regex(/^[A-Z]{3}$/, 'a code such as AUD'),
    pages: z.string(),
  }),
  terms: z.strictObject({
    law: z.string().min(1),
    taxName: z.string().min(1).optional(),
    gstPercent: z.number(),
    setUp: z.string().default(''),
    lockIn: z.string(),
    guarantee: z.string(),
    reference: z.string().default(''),
    cancelling: z.string(),
    ownership: z.string(),
  }),
  plans: z.tuple(
    [z.strictObject({ ...Plan, id: z.literal('basic') })],
    z.strictObject({ ...Plan, id: z.enum(['more-accounts', 'done-for-you']) }),
  ),
})

const Brand = Facts.refine(
  ({ ladder, postsPerWeek, fullWeekPrice }) =>
    ladder.every(({ posts, price }) => posts !== postsPerWeek || price === fullWeekPrice),
  { path: ['ladder'], message: 'The price of a full week differs from fullWeekPrice.' },
)

/** Minimum contrast of text (WCAG 2, AA). */
const READABLE = 4.5

/** Minimum contrast of lines and shapes (WCAG 2, AA). */
const VISIBLE = 3
/** Lightest background of the dark theme (`--raised`) in sRGB. */
const DARK_GROUND = '#191d24'

/** Mixes a colour with as much white as makes it visible in the dark theme. */
export function visibleInDark(color: string): string {
  const needed = contrastWithWhite(DARK_GROUND) / VISIBLE
  const mixed = (share: number) =>
    `#${[1, 3, 5]
      .map(start =>
        Math.round(Number.parseInt(color.slice(start, start + 2), 16) * (1 - share) + 255 * share),
      )
      .map(channel => channel.toString(16).padStart(2, '0'))
      .join('')}`
  const shares = Array.from({ length: 21 }, (_, index) => index / 20)
  return shares.map(mixed).find(lighter => contrastWithWhite(lighter) <= needed) ?? color
}

/** Returns the style rules that replace the theme's yellow with the agency's colour. */
export function accentRules(accent: string): string {
  const colours = (primary: string) =>
    `--color-primary: ${primary}; --color-primary-content: ${contrastWithWhite(primary) >= READABLE ? inks.mark : inks.ink};`
  const dark = colours(visibleInDark(accent))
  return `
:root, [data-theme] { ${colours(accent)} }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { ${dark} } }
[data-theme='currawong-dark'] { ${dark} }
`
}

const BRAND = 'shared/brand.json'
export const FILE = fileURLToPath(import.meta.resolve('#shared/brand.json'))

/** Returns the accent of `shared/brand.json`. @throws {Error} if the file is incomplete or misspelled, with each field */
export function accentIn(json: string): string {
  const { data, error } = Brand.safeParse(parseOwnJson(BRAND, json))
  if (error) throw new Error(`${BRAND}:\n${z.prettifyError(error)}`)
  return data.accent
}

type Watcher = { on: (event: 'all', listener: (event: string, path: string) => void) => unknown }
type Follower = { read: () => void; onError: (message: string) => void; reload: () => void }

/** Rereads the facts when their file changes and, while they are invalid, when another file is added, which they may name. */
export function followFacts(watcher: Watcher, { read, onError, reload }: Follower): void {
  let isWrong = false
  watcher.on('all', (event, path) => {
    const isOwn = path === FILE
    if (!isOwn && !(isWrong && event === 'add')) return
    try {
      read()
      isWrong = false
      if (!isOwn) reload()
    } catch (error) {
      isWrong = true
      if (isOwn) onError(error instanceof Error ? error.message : String(error))
    }
  })
}

const STYLE_SHEETS =
  /\/site\/styles\/(home|public|plans|form-pages|hire|content|dashboard|review|connect|audits|forms)\.css/

/**
 * Fails the build if `shared/brand.json` is invalid, and gives the style sheets the agency's colour. The development server
 * watches the file and prints its errors.
 */
export const brandFacts = (): AstroIntegration => ({
  name: 'currawong:brand-facts',
  hooks: {
    'astro:config:setup': ({ updateConfig, logger }) => {
      let accent = accentIn(readFileSync(FILE, 'utf8'))
      updateConfig({
        vite: {
          plugins: [
            {
              name: 'currawong:accent',
              enforce: 'pre',
              configureServer: ({ watcher }) =>
                followFacts(watcher, {
                  read: () => (accent = accentIn(readFileSync(FILE, 'utf8'))),
                  onError: message => logger.error(message),
                  // The style sheets reload with the file.
                  reload: () => utimesSync(FILE, new Date(), new Date()),
                }),
              transform(code, id) {
                if (!STYLE_SHEETS.test(id)) return undefined
                this.addWatchFile(FILE)
                return accent ? code + accentRules(accent) : undefined
              },
            },
          ],
        },
      })
    },
  },
})
