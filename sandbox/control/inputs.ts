import * as v from 'valibot'

import { FAULT_PROVIDERS } from '../faults/fault.ts'
import { FAULT_KINDS } from '../faults/kinds.ts'
import type { NewLocation } from '../google/managers.ts'
import { NETWORK_NAMES } from '../networks.ts'
import { DAILY_METRICS } from '../world/google-business.ts'

const SIMULATED = ['facebook', 'instagram'] as const

const Provider = v.picklist(
  SIMULATED,
  `provider must be one of those simulated here: ${SIMULATED.join(', ')}.`,
)
export const Name = v.pipe(
  v.string('name must be text.'),
  v.trim(),
  v.minLength(1, 'name must not be empty.'),
  v.maxLength(200, 'name must be at most 200 characters.'),
)
const Scopes = v.optional(
  v.array(v.string('scopes must be a list of text.'), 'scopes must be a list of text.'),
)

const whole = (name: string, min: number, max: number) => {
  const message = `${name} must be a whole number from ${min} to ${max}.`
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message))
}

const SIGN_INS = [...NETWORK_NAMES, 'google-signin'] as const
const SIGN_IN_MESSAGE = `provider must be one of those simulated here: ${SIGN_INS.join(', ')}.`

export const GoogleSignInInput = v.strictObject({
  provider: v.literal('google-signin'),
  /** Id of an earlier person. Defaults to a new one. */
  person: v.optional(v.string('person must be text.')),
  name: v.optional(Name),
  email: v.optional(v.pipe(v.string('email must be text.'), v.email('email must be an e-mail address.'))),
  emailVerified: v.optional(v.boolean('emailVerified must be true or false.'), true),
  nonce: v.optional(v.string('nonce must be text.')),
  clientId: v.optional(v.string('clientId must be text.')),
})

const Pages = v.union(
  [whole('pages', 0, 500), v.array(Name)],
  'pages must be a number up to 500 or a list of names.',
)

export const NetworkLoginInput = v.strictObject({
  provider: v.picklist(SIMULATED, SIGN_IN_MESSAGE),
  pages: v.optional(Pages, 1),
  /** Business portfolios of the person. Their Pages can only be reached through them. */
  portfolios: v.optional(
    v.array(v.strictObject({ name: v.optional(Name), owned: v.optional(Pages), client: v.optional(Pages) })),
  ),
  name: v.optional(Name),
  scopes: Scopes,
  /** False for Pages of businesses that work online only. */
  located: v.optional(v.boolean('located must be true or false.'), true),
  /** True if the network's dialog offers to continue as this person. */
  offered: v.optional(v.boolean('offered must be true or false.'), false),
})

const VOICES = ['has', 'unverified', 'pending', 'waiting', 'conflict', 'suspended'] as const

const Locations = v.union(
  [
    whole('locations', 0, 500),
    v.pipe(
      v.array(
        v.union([
          v.pipe(
            Name,
            v.transform((name): NewLocation => ({ name })),
          ),
          v.strictObject({
            name: Name,
            takesPosts: v.optional(v.boolean()),
            phone: v.optional(v.string()),
            voice: v.optional(v.picklist(VOICES, `voice must be one of ${VOICES.join(', ')}.`)),
          }),
        ]),
      ),
      v.maxLength(500),
    ),
  ],
  'locations must be a number up to 500 or a list of names.',
)

/** A manager of Business Profiles. `pages` is an alias for locations. */
export const GoogleLoginInput = v.strictObject({
  provider: v.literal('google'),
  /** Id of an earlier person. Defaults to a new one. */
  person: v.optional(v.string('person must be text.')),
  locations: v.optional(Locations),
  pages: v.optional(Locations),
  /** Further account groups that the person belongs to. Google refuses to list the locations of a `closed` one. */
  groups: v.optional(
    v.array(
      v.strictObject({
        name: Name,
        locations: v.optional(Locations, 1),
        closed: v.optional(v.boolean('closed must be true or false.')),
      }),
    ),
  ),
  name: v.optional(Name),
  scopes: Scopes,
})

export const LoginInput = v.lazy(
  (input): typeof GoogleSignInInput | typeof GoogleLoginInput | typeof NetworkLoginInput => {
    if (v.is(v.object({ provider: v.literal('google') }), input)) return GoogleLoginInput
    return v.is(v.object({ provider: v.literal('google-signin') }), input)
      ? GoogleSignInInput
      : NetworkLoginInput
  },
)

export const WithdrawInput = v.strictObject({
  provider: Provider,
  person: v.string('person must be text.'),
  what: v.picklist(['data-deletion', 'deauthorize'], 'what must be data-deletion or deauthorize.'),
  url: v.pipe(v.string('url must be text.'), v.url('url must be a URL.')),
  appId: v.optional(v.string('appId must be text.')),
  tamper: v.optional(v.boolean('tamper must be true or false.'), false),
})

export const FaultInput = v.strictObject({
  provider: v.picklist(
    FAULT_PROVIDERS,
    `provider must be one of those simulated here: ${FAULT_PROVIDERS.join(', ')}.`,
  ),
  operation: v.string('operation must be text.'),
  kind: v.picklist(FAULT_KINDS, `kind must be one of ${FAULT_KINDS.join(', ')}.`),
  times: v.optional(whole('times', 1, 10_000), 1),
  code: v.optional(whole('code', -100, 10_000_000)),
  subcode: v.optional(whole('subcode', 0, 10_000_000)),
  status: v.optional(whole('status', 200, 599)),
  ms: v.optional(whole('ms', 0, 600_000)),
  percent: v.optional(whole('percent', 0, 1000)),
  max: v.optional(whole('max', 0, 100)),
})

/** `secret` replaces the app's secret. `spent` sets whether its calls are used up. */
export const AppInput = v.strictObject({
  provider: v.picklist([...SIMULATED, 'google'], 'provider must be facebook, instagram or google.'),
  appId: v.optional(v.string('appId must be text.')),
  secret: v.optional(v.string('secret must be text.')),
  spent: v.optional(v.boolean('spent must be true or false.')),
})

const EXPIRE_MESSAGE = `provider must be one of those simulated here: ${NETWORK_NAMES.join(', ')}.`

export const ExpireInput = v.strictObject({
  provider: v.picklist(NETWORK_NAMES, EXPIRE_MESSAGE),
  person: v.optional(v.string('person must be text.')),
})

export const SilenceInput = v.strictObject({
  then: v.picklist(['go-on', 'cut'], 'then must be go-on or cut.'),
})

const figure = (name: string) => v.optional(whole(name, 0, 1_000_000_000))
const MEASURES = {
  reach: figure('reach'),
  views: figure('views'),
  saves: figure('saves'),
  clicks: figure('clicks'),
}

const instant = (name: string) =>
  v.optional(v.pipe(v.string(`${name} must be text.`), v.isoTimestamp(`${name} must be an instant.`)))

export const Engagement = v.strictObject({
  id: v.string('id must be text.'),
  likes: figure('likes'),
  comments: figure('comments'),
  /** Reposts, at Bluesky. */
  shares: figure('shares'),
  ...MEASURES,
  /** Backdates the post. */
  at: instant('at'),
})

export const AudienceInput = v.strictObject({
  account: v.string('account must be text.'),
  followers: figure('followers'),
  days: v.optional(
    v.array(
      v.strictObject({
        day: v.pipe(v.string('day must be text.'), v.isoDate('day must look like 2026-11-21.')),
        followers: figure('followers'),
        engagement: figure('engagement'),
        ...MEASURES,
      }),
      'days must be a list.',
    ),
  ),
  professionalSince: instant('professionalSince'),
})

/** Views of a location and actions there, with Google's names of the figures. */
export const PresenceInput = v.strictObject({
  location: v.string('location must be text.'),
  days: v.optional(
    v.array(
      v.strictObject({
        day: v.pipe(v.string('day must be text.'), v.isoDate('day must look like 2026-11-21.')),
        ...v.entriesFromList(DAILY_METRICS, figure('a metric')),
      }),
      'days must be a list.',
    ),
  ),
  keywords: v.optional(
    v.array(
      v.strictObject({
        month: v.pipe(
          v.string('month must be text.'),
          v.regex(/^\d{4}-\d{2}$/, 'month must look like 2026-11.'),
        ),
        keyword: Name,
        count: whole('count', 0, 1_000_000_000),
      }),
      'keywords must be a list.',
    ),
  ),
})

const Author = v.optional(Name, 'Robin Hale')
const Text = v.pipe(v.string('text must be text.'), v.maxLength(100_000, 'text is too long.'))

/** A visitor's comment. `on` is a post, or a comment to reply to. With the `id` of one, changes it. */
export const VisitorComment = v.strictObject({
  on: v.optional(v.string('on must be text.'), ''),
  id: v.optional(v.string('id must be text.')),
  name: Author,
  text: Text,
  hidden: v.optional(v.boolean('hidden must be true or false.')),
  at: instant('at'),
})

/** A customer's review of a location. With the `id` of one, changes it. */
export const VisitorReview = v.strictObject({
  location: v.optional(v.string('location must be text.'), ''),
  id: v.optional(v.string('id must be text.')),
  name: Author,
  stars: whole('stars', 1, 5),
  text: v.optional(Text, ''),
  at: instant('at'),
})

export const RemoveInput = v.strictObject({ id: v.string('id must be text.') })

/** People who write reviews of a location, or comments on a post. */
export const VisitorsInput = v.strictObject({
  on: v.string('on must be text.'),
  count: v.optional(whole('count', 1, 2000), 5),
})

export class InvalidInput extends Error {
  override name = 'InvalidInput'
}

/** Parses and validates a JSON body. Its error messages are sentences. */
export function readInput<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, parseJson(text))
  if (result.success) return result.output
  throw new InvalidInput(sentence(result.issues[0]))
}

function sentence({ type, expected, received, message, path }: v.BaseIssue<unknown>): string {
  const where = path?.map(({ key }) => String(key)).join('.')
  if (!where) return 'The body must be a JSON object.'
  if (type === 'strict_object') return expected === 'never' ? `${where} is unknown.` : `${where} is missing.`
  return message.startsWith(where) ? message : `${where}: ${message} (${received})`
}

/** Returns the `provider` of a JSON body, whether or not the rest is valid. */
export const readProvider = (text: string): unknown => {
  const body = parseJson(text)
  return v.is(v.looseObject({}), body) ? body['provider'] : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidInput('The body must be JSON.')
  }
}
