import * as v from 'valibot'

import { formatList } from '#shared/format-list.ts'
import { possessive } from '#shared/text/possessive.ts'
import { Id } from '#shared/text/text.ts'
import { brand } from './brand.ts'
import type { Role } from './businesses/permissions.ts'
import { type NetworkId, networks } from './networks.ts'
import { APPROVAL_ORIGINS } from './posts/approvals.ts'

export const ACTIVITY_KINDS = ['post', 'account', 'inbox', 'member', 'link', 'business'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

export const activityKindOf = (act: ActivityAct): ActivityKind => act.split('.', 1)[0] as ActivityKind

/** Those of decisions, and Currawong itself, which publishes for example. */
export const ACTIVITY_ORIGINS = [...APPROVAL_ORIGINS, 'currawong'] as const
export type ActivityOrigin = (typeof ACTIVITY_ORIGINS)[number]

const Instant = v.pipe(v.string(), v.isoTimestamp('Please give a time.'))

const filters = {
  kind: v.optional(v.picklist(ACTIVITY_KINDS)),
  /** Id of the member who acted; `reviewers` or `currawong` for activities without a signed-in member. */
  person: v.optional(Id),
  from: v.optional(Instant),
  /** The first instant after the period. */
  to: v.optional(Instant),
}
export const ExportActivity = v.object(filters)
export type ActivityFilters = v.InferOutput<typeof ExportActivity>

export const ActivityQuery = v.object({
  ...filters,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
export type ActivityQuery = v.InferOutput<typeof ActivityQuery>

/** The subject of an activity. Times are ISO instants. */
export type ActivityAbout = {
  /** `text` is the beginning of its message. */
  post?: { _id: string; text: string; networks: NetworkId[] }
  /** Name of a person, or the e-mail of an open invitation. */
  person?: string
  role?: Role
  network?: NetworkId | null
  /** Author of a review or comment, by their name on its network. */
  author?: string
  account?: string
  from?: string
  to?: string
  /** True for a move of an approved post. */
  staysApproved?: true | null
  reason?: string
  /** The changed settings, each with its previous and its new value. */
  changes?: Record<string, [unknown, unknown]>
  /** The new approval rule and the previous one. */
  required?: boolean
  wasRequired?: boolean
  /** Number of posts of a series, of which `post` is the first. */
  occurrences?: number
  /** Number of posts that the link shows, unless it shows a period. */
  posts?: number
  /** True for a connect link; `networks` are those that it may connect. */
  connects?: true
  networks?: NetworkId[]
  expiresAt?: string
  hasPin?: boolean
  /** True if `person`, who made the review link, has signed in in the reviewer's browser. */
  isInMakersBrowser?: true
}

export type ActivityEntry = {
  _id: string
  at: string
  /** A name, or a substitute once the person has deleted their login. */
  who: string
  /** Null for reviewers, Currawong itself and former members. */
  whoId: string | null
  via: ActivityOrigin
  act: ActivityAct
  about: ActivityAbout
}

/** Id of the activity that records the openings of a link in one hour. */
export const linkOpeningId = (linkId: string, hour: number) => `opened:${linkId}:${hour}`

export const openedLinkId = ({ act, _id }: Pick<ActivityEntry, 'act' | '_id'>): string | undefined =>
  act === 'link.opened' ? _id.split(':')[1] : undefined

export const A_REVIEWER = 'A reviewer'
/** Visitor of a connect link, which asks for no name. */
export const SOMEBODY = 'Somebody'

export const ORIGIN_LABELS: Record<ActivityOrigin, string> = {
  session: 'Signed in',
  link: 'By a link',
  administrator: 'As administrator',
  currawong: brand.siteName,
}

export const KIND_LABELS: Record<ActivityKind, string> = {
  post: 'Posts',
  account: 'Accounts',
  inbox: 'Inbox',
  member: 'Members',
  link: 'Links',
  business: 'Settings',
}

const SETTINGS: Record<string, string> = {
  businessName: 'name',
  websiteURL: 'website',
  timeZone: 'time zone',
  linkTags: 'link tags',
  postButton: 'button of new posts',
  voice: 'voice for AI',
  labels: 'labels',
}

const aPost = ({ occurrences = 1 }: ActivityAbout) =>
  occurrences > 1 ? `${occurrences} posts of a series` : 'a post'
const anAccount = ({ network, account }: ActivityAbout) =>
  [network && networks[network].name, account].filter(Boolean).join(' account ') || 'an account'
const onNetwork = ({ network }: ActivityAbout) => (network ? ` on ${networks[network].name}` : '')
const itemOf = ({ author }: ActivityAbout, noun: string) => `${author ? possessive(author) : 'a'} ${noun}`
const asRole = ({ role }: ActivityAbout) => (role ? ` as ${role}` : '')
const aRole = ({ role = 'viewer' }: ActivityAbout) => (/^[aeo]/.test(role) ? `an ${role}` : `a ${role}`)
const aLink = ({ connects }: ActivityAbout) => (connects ? 'a link to connect accounts' : 'a review link')
const inMakersBrowser = ({ isInMakersBrowser, person = 'somebody' }: ActivityAbout) =>
  isInMakersBrowser ? ` in a browser where ${person}, who made the link, has signed in` : ''
const somebody = ({ person = 'somebody' }: ActivityAbout) => person

type Predicate = string | ((about: ActivityAbout) => string)

/**
 * The recorded activities, each with the predicate that follows the actor's name. The part before the dot is the kind. Predicates
 * don't name the post, because screens link to it.
 */
const PREDICATES = {
  'post.created': about => `wrote ${aPost(about)}`,
  'post.edited': 'edited a post',
  'post.submitted': about => `sent ${aPost(about)} for approval`,
  'post.approved': about => `approved a post${inMakersBrowser(about)}`,
  'post.taken_back': about => `took back the approval of a post${inMakersBrowser(about)}`,
  'post.exempted': 'let a post that was due soon go out without approval',
  'post.released': 'put a post that a revoked review link held back on the schedule',
  'post.sent_back': about => `asked for changes to a post${inMakersBrowser(about)}`,
  'post.moved': about =>
    `moved a post${onNetwork(about)}${about.staysApproved ? ', which stays approved' : ''}`,
  'post.retried': about => `sent a post again${onNetwork(about)}`,
  'post.cancelled': about => `cancelled a post${onNetwork(about)}`,
  'post.restored': about => `restored a cancelled post${onNetwork(about)}`,
  'post.published': about => `published a post${onNetwork(about)}`,
  'post.held': about => `held a post${onNetwork(about)}`,
  'post.failed': about => `couldn’t publish a post${onNetwork(about)}`,
  'account.connected': about => `connected ${anAccount(about)}`,
  'account.disconnected': about => `disconnected ${anAccount(about)}`,
  'account.lost': about => `lost access to ${anAccount(about)}`,
  'inbox.review': about => `answered ${itemOf(about, 'review')}${onNetwork(about)}`,
  'inbox.comment': about => `answered ${itemOf(about, 'comment')}${onNetwork(about)}`,
  'inbox.edited': about => `changed the answer to ${about.author ?? 'somebody'}${onNetwork(about)}`,
  'inbox.hide': about => `hid ${itemOf(about, 'comment')}${onNetwork(about)}`,
  'inbox.show': about => `showed ${itemOf(about, 'comment')}${onNetwork(about)}`,
  'inbox.like': about => `liked ${itemOf(about, 'comment')}${onNetwork(about)}`,
  'inbox.unlike': about => `unliked ${itemOf(about, 'comment')}${onNetwork(about)}`,
  'inbox.delete': about => `deleted ${itemOf(about, 'comment')}${onNetwork(about)}`,
  'member.invited': about => `invited ${somebody(about)}${asRole(about)}`,
  'member.withdrawn': about => `withdrew the invitation of ${somebody(about)}`,
  'member.joined': about => `joined${asRole(about)}`,
  'member.role': about => `made ${somebody(about)} ${aRole(about)}`,
  'member.removed': about => `removed ${somebody(about)}`,
  'member.left': 'left the business',
  'link.created': about => `made ${aLink(about)}`,
  'link.opened': about => `opened ${aLink(about)}`,
  'link.revoked': about => `revoked ${aLink(about)}`,
  'business.created': 'added the business',
  'business.changed': ({ changes = {} }) =>
    `changed the business’s ${formatList(Object.keys(changes).map(key => SETTINGS[key] ?? key))}`,
  'business.rule': ({ required, wasRequired }) =>
    required === wasRequired
      ? 'changed who approves posts'
      : `turned the approval of posts ${required ? 'on' : 'off'}`,
  'business.slots': 'changed the posting times',
  'business.opened': 'opened the business as administrator',
} satisfies Record<`${ActivityKind}.${string}`, Predicate>

export type ActivityAct = keyof typeof PREDICATES
export const ACTS = Object.keys(PREDICATES) as [ActivityAct, ...ActivityAct[]]

/** Returns the predicate that follows the name of the person who acted. */
export function predicateOf({ act, about }: Pick<ActivityEntry, 'act' | 'about'>): string {
  const predicate: Predicate = PREDICATES[act]
  return typeof predicate === 'string' ? predicate : predicate(about)
}
