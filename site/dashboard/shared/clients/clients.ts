import { computed } from 'nanostores'

import {
  type Client,
  type ClientCount,
  describeUnanswered,
  countWaiting,
} from '#shared/businesses/clients.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { plural } from '#shared/plural.ts'
import { CONNECT_LINK_PATH } from '#site/dashboard/shared/domains/store.ts'
import { $isAdmin } from '#site/dashboard/shared/me.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'
import type { Tone } from '#site/ui/Badge.tsx'

/** Id of the person whose clients are shown, from the URL; empty for all clients. */
export const $colleague = computed($router, page =>
  page?.route === 'clients' ? (page.search.colleague ?? '') : '',
)

/** The user's clients, the most urgent first, and the people by whom they can be filtered. */
export const $clients = remote(async () => {
  const colleague = $colleague.get()
  const query = { timeZone: timeZone(), ...(colleague && { colleague }) }
  const { data, colleagues } = await bodyOf(api.clients.$get({ query }))
  return { clients: data, colleagues }
})

whileShown($clients, reloadSoon => [
  ...(['delivery', 'notification', 'domain', 'inbox'] as const).map(type => onLive(type, reloadSoon)),
  $colleague.listen(() => void $clients.reload()),
])

const ATTENTION = '/dashboard/view-post?tab=attention'

type CountLook = {
  label: string
  tone: Tone
  href: string
  /** Returns a sentence without its full stop. */
  describe: (count: number) => string
  action: string
}

/** Appearance of each count, most urgent first, and the screen that it links to. */
export const COUNTS: Record<ClientCount, CountLook> = {
  failed: {
    label: 'failed',
    tone: 'bad',
    href: `${ATTENTION}&state=failed`,
    describe: count => `${plural(count, 'post')} failed`,
    action: 'See why',
  },
  held: {
    label: 'on hold',
    tone: 'warning',
    href: `${ATTENTION}&state=held`,
    describe: count => `${plural(count, 'post')} on hold`,
    action: 'See why',
  },
  signedOut: {
    label: 'signed out',
    tone: 'warning',
    href: '/dashboard/social-hub',
    describe: count => `${plural(count, 'account')} signed out`,
    action: 'Reconnect',
  },
  changesRequested: {
    label: 'to revise',
    tone: 'warning',
    href: `${ATTENTION}&state=changes_requested`,
    describe: count => `Changes requested in ${plural(count, 'post')}`,
    action: 'See changes',
  },
  inReview: {
    label: 'in review',
    tone: 'info',
    href: '/dashboard/view-post?tab=scheduled&state=in_review',
    describe: count => plural(count, 'post waits for approval', 'posts wait for approval'),
    action: 'See posts',
  },
  unanswered: {
    label: 'to answer',
    tone: 'info',
    href: '/dashboard/inbox',
    describe: describeUnanswered,
    action: 'Answer',
  },
}

const SEND_LINK = 'Send a connect link'

/** Something that a client needs, shown as a badge (`label`) or as a task (`text` and `action`). */
export type ClientNeed = {
  key: ClientCount | 'noAccounts' | 'nothingNext'
  label: string
  tone: Tone
  href: string
  text: string
  action: string
  /** A second way to settle the need. */
  second?: { label: string; href: string }
}

/** Returns the needs of a client that the user may settle, most urgent first. An administrator may before opening it. */
export function listClientNeeds({ counts, role, accounts, nextWeek }: Client): ClientNeed[] {
  const counted = (Object.keys(COUNTS) as ClientCount[]).flatMap((key): ClientNeed[] => {
    const { label, describe, ...look } = COUNTS[key]
    const count = counts[key]
    const mayAct = key !== 'unanswered' || role === null || isAllowed(role, 'publish')
    return count > 0 && mayAct ? [{ key, label: `${count} ${label}`, text: describe(count), ...look }] : []
  })
  if (accounts === 0)
    return role === null || isAllowed(role, 'connect') ? [...counted, noAccounts(role)] : counted
  const isIdle = nextWeek.posts === 0 && (role === null || isAllowed(role, 'write'))
  return isIdle ? [...counted, nothingNext(nextWeek.monday)] : counted
}

/** Owners connect accounts themselves or send a link. An agency sends its client the link. */
const noAccounts = (role: Client['role']): ClientNeed => ({
  key: 'noAccounts',
  label: 'No accounts yet',
  tone: 'neutral',
  text: 'No accounts yet',
  ...(role === 'owner' && !$isAdmin.get()
    ? {
        href: '/dashboard/social-hub',
        action: 'Connect',
        second: { label: SEND_LINK, href: CONNECT_LINK_PATH },
      }
    : { href: CONNECT_LINK_PATH, action: SEND_LINK }),
})

const nothingNext = (monday: string): ClientNeed => ({
  key: 'nothingNext',
  label: 'Nothing next week',
  tone: 'neutral',
  href: `/dashboard/calendar?view=week&on=${monday}`,
  text: 'No posts next week',
  action: 'Plan posts',
})

export function describeNoPost({ counts, lastActivityAt }: Client): string {
  if (countWaiting(counts) > 0) return 'Nothing approved yet'
  return lastActivityAt === null ? 'No posts yet' : 'Nothing planned'
}
