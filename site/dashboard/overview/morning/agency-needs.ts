import type { Client } from '#shared/businesses/clients.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { DAY_MS } from '#shared/durations.ts'
import { formatList } from '#shared/format-list.ts'
import type { Overview } from '#shared/overview.ts'
import { plural } from '#shared/plural.ts'
import type { Post } from '#shared/posts/posts.ts'
import type { UnansweredCounts } from '#shared/requests/pipeline.ts'
import { askToOpen } from '#site/dashboard/shared/clients/ask-to-open.ts'
import { type ClientNeed, listClientNeeds } from '#site/dashboard/shared/clients/clients.ts'
import { dueAt } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'
import { type Need, listNeeds } from './needs.ts'

type Desk = { clients: readonly Client[]; overview: Overview; unanswered?: UnansweredCounts }

/**
 * Lists an agency's tasks: the user's own in each client, unanswered requests, what else a client needs, and reports. A
 * client that an administrator hasn't opened is one task.
 */
export function listAgencyNeeds({ clients, overview, unanswered }: Desk): Need[] {
  const names = new Map(clients.map(({ _id, businessName }) => [_id, businessName]))
  const own = listNeeds(overview).map(need => ({ ...need, client: names.get(need.domainId ?? '') ?? '' }))
  const empty = clients.filter(client => listClientNeeds(client).some(hasNoAccounts)).length
  const isGathered = empty > MAX_EMPTY
  const clientNeeds = (client: Client) =>
    listClientNeeds(client).filter(need => !(isGathered && hasNoAccounts(need)))
  return [
    ...own.filter(({ kind }) => kind !== 'report'),
    ...(unanswered ? requestsOf(unanswered) : []),
    ...clients.flatMap(client =>
      client.role === null
        ? toOpen(client, clientNeeds(client))
        : furtherNeeds(client, clientNeeds(client), overview),
    ),
    ...(isGathered ? [withoutAccounts(empty)] : []),
    ...own.filter(({ kind }) => kind === 'report'),
  ]
}

/** Maximum number of clients without accounts that are listed individually. */
const MAX_EMPTY = 2

const hasNoAccounts = ({ key }: ClientNeed) => key === 'noAccounts'

const withoutAccounts = (count: number): Need => ({
  id: 'no accounts',
  kind: 'client',
  title: `${plural(count, 'client has', 'clients have')} no accounts yet`,
  text: 'Connect them, or send each a connect link.',
  action: { label: 'See them', href: '/dashboard/clients' },
})

function requestsOf({ support, feature }: UnansweredCounts): Need[] {
  const task = (count: number, noun: string, href: string): Need[] => {
    const title = plural(count, `${noun} waits for an answer`, `${noun}s wait for an answer`)
    const need = { id: href, title, text: 'From your website.', action: { label: 'Answer', href } }
    return count > 0 ? [{ ...need, kind: 'requests' }] : []
  }
  return [
    ...task(support, 'request', '/dashboard/support-requests'),
    ...task(feature, 'feature request', '/dashboard/feature-requests'),
  ]
}

function toOpen(client: Client, needs: readonly ClientNeed[]): Need[] {
  const [first] = needs
  if (!first) return []
  return [
    {
      id: `open ${client._id}`,
      kind: 'client',
      client: client.businessName,
      title: formatList(needs.map(({ label }) => label)),
      text: '',
      action: { label: 'Open', press: () => askToOpen(client, first.href) },
    },
  ]
}

/** Returns the needs of a client that aren't in the overview, which has only what the user can settle themselves. */
const furtherNeeds = (client: Client, needs: readonly ClientNeed[], overview: Overview): Need[] =>
  needs
    .filter(need => isFurther(need, client, overview))
    .map(({ key, text, action, href, second }) => ({
      id: `${key} ${client._id}`,
      kind: 'client',
      domainId: client._id,
      client: client.businessName,
      title: text,
      text: '',
      action: { label: action, href },
      ...(second && { second }),
    }))

function isFurther({ key }: ClientNeed, { _id, role }: Client, { reviews }: Overview): boolean {
  const mayWrite = role !== null && isAllowed(role, 'write')
  switch (key) {
    case 'noAccounts':
    case 'nothingNext':
      return true
    case 'inReview':
      return mayWrite && !isAllowed(role, 'approve')
    case 'changesRequested':
      return (
        mayWrite &&
        !reviews.some(({ domainId, approval }) => domainId === _id && approval?.state === 'changes_requested')
      )
    default:
      return false
  }
}

const TWO_DAYS_MS = 2 * DAY_MS
export const MAX_SOON = 10

/** The posts of the user's businesses that go out within two days, soonest first. */
export const $soon = remote(async () => {
  const now = Date.now()
  const [from, to] = [new Date(now).toISOString(), new Date(now + TWO_DAYS_MS).toISOString()]
  return dataOf(api.posts.$get({ query: { tab: 'scheduled', from, to, limit: String(MAX_SOON + 1) } }))
})

whileShown($soon, reloadSoon => [onLive('delivery', reloadSoon), $streamOpens.listen(reloadSoon)])

/** A post, or the next post of a client that an administrator hasn't opened. */
export type Soon = { at: string } & ({ post: Post } | { client: Client })

export function nextTwoDays(posts: readonly Post[], clients: readonly Client[], now: Date): Soon[] {
  const end = new Date(+now + TWO_DAYS_MS).toISOString()
  const unopened = clients.flatMap((client): Soon[] =>
    client.role === null && client.nextPostAt !== null && client.nextPostAt < end
      ? [{ at: client.nextPostAt, client }]
      : [],
  )
  return [...posts.map((post): Soon => ({ at: dueAt(post), post })), ...unopened].toSorted((a, b) =>
    a.at.localeCompare(b.at),
  )
}
