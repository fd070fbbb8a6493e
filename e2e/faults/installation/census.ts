import type { Context } from '#api/context.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { type DeliveryRow, deliveries } from '#api/db/schema/posts/posts.ts'
import type { SandboxClient } from '../../sandbox-client.ts'
import { addToTally, BREACHES, type Breach, type Tally } from '../tally.ts'
import type { Change, Written } from './author.ts'

/**
 * Violations, one line for each: a post published twice; an accepted post that was lost, reverted or never settled; an
 * author who was never notified, or notified twice; or a state or notification that contradicts the network.
 */
export type Breaches = Record<Breach, string[]>
export type Census = Breaches & { posts: number }

type Notice = { title: string; text: string }
type Options = {
  ctx: Context
  world: SandboxClient
  email: string
  ledger: Written[]
  /**
   * Time to which the database was restored, in Unix milliseconds. Later changes may be lost, and their notifications
   * repeated.
   */
  restoredTo?: number
}

export const noBreaches = (): Breaches => ({
  doubles: [],
  lost: [],
  unnotified: [],
  notifiedTwice: [],
  misreported: [],
})

const TITLES: Record<string, RegExp> = {
  published: /^Published on /,
  failed: /^(Not|Possibly) published on /,
  held: /waiting for you$|^Possibly published on /,
}
/** True if the reason says that the outcome is unconfirmed. */
const isDoubt = (reason: string) => /whether/i.test(reason)

/** Compares networks, database and notifications post by post. */
export async function takeCensus({ ctx, world, email, ledger, restoredTo }: Options): Promise<Census> {
  const rows = await ctx.db.select().from(deliveries)
  const stored = await ctx.db.select().from(notifications)
  const published = await world.published()
  // SMTP has no transaction, so a mail may arrive twice with the same Message-ID.
  const arrived = await world.mails(email)
  const mails = [...new Map(arrived.map(mail => [mail.messageId + mail.subject, mail])).values()]
  const census: Census = { posts: 0, ...noBreaches() }
  for (const written of ledger) {
    const { mark, changes } = written
    const row = rows.find(({ message }) => message.startsWith(mark))
    const shown = published.filter(({ message }) => message.startsWith(mark))
    const last = splitByCertainty(changes, restoredTo)
    if (last.certain.length === 0 && !row && shown.length === 0) continue
    census.posts++
    const state = row ? `${row.state}${row.reasonCode && ` (${row.reasonCode}: ${row.reason})`}` : 'gone'
    const did = changes.map(({ action }) => action).join(', ')
    const line = (what: string) => `${mark}${what} · ${state} · shown ${shown.length} times · ${did}`
    if (shown.length > 1) census.doubles.push(line('is public more than once'))
    if (!row) {
      if (last.certain.length > 0) census.lost.push(line('is no longer known'))
      continue
    }
    const loss = lossOf(row, last)
    if (loss) census.lost.push(line(loss))
    const falseReport = falseReportOf(row, shown, last)
    if (falseReport) census.misreported.push(line(falseReport))
    const link = `/dashboard/view-post?post=${row.postId}`
    const notices = {
      dashboard: stored
        .filter(notice => notice.link === link)
        .map(({ title, message }) => ({ title, text: message })),
      mail: mails
        .filter(({ text }) => text.replaceAll(/\s/g, '').includes(link))
        .map(({ subject, text }) => ({ title: subject, text })),
    }
    for (const [where, list] of Object.entries(notices)) {
      const count = countNotices(row, list)
      if (count === 0) census.unnotified.push(line(`is not notified (${where})`))
      // Authors who were notified before the database was restored are notified again.
      if (count && count > 1 && (restoredTo === undefined || where === 'dashboard'))
        census.notifiedTwice.push(line(`is notified ${count} times (${where})`))
      if (shown.length > 0 && list.some(isDenial))
        census.misreported.push(line(`is public, but is reported as not published (${where})`))
    }
  }
  const counts = BREACHES.map(breach => [breach, census[breach].length])
  addToTally({ posts: census.posts, ...Object.fromEntries(counts) } as Tally)
  return census
}

/** Splits changes into those that must have been saved and those that may have been saved. */
function splitByCertainty(changes: Change[], restoredTo = Infinity) {
  const certain = changes.filter(({ confirmedAt }) => confirmedAt !== undefined && confirmedAt <= restoredTo)
  return { certain, possible: changes.filter(change => !certain.includes(change)) }
}
type ChangesByCertainty = ReturnType<typeof splitByCertainty>

function lossOf(
  { state, message }: DeliveryRow,
  { certain, possible }: ChangesByCertainty,
): string | undefined {
  if (['scheduled', 'publishing', 'unconfirmed'].includes(state)) return 'is never settled'
  const text = certain.findLast(change => change.message)?.message
  const texts = [text, ...possible.map(change => change.message)].filter(Boolean)
  if (text && !texts.includes(message)) return `lost its edit “${text}”`
  if (certain.at(-1)?.action === 'cancel' && possible.length === 0 && state !== 'canceled')
    return 'lost its cancellation'
  return undefined
}

const isDenial = ({ title, text }: Notice) => title.startsWith('Not published') && !isDoubt(text)

function falseReportOf(
  { state, reason, message }: DeliveryRow,
  shown: { message: string }[],
  { certain, possible }: ChangesByCertainty,
): string | undefined {
  const isOut = shown.length > 0
  if (state === 'published' && !isOut) return 'is reported as published, but is not public'
  if (state === 'published' && !shown.some(post => post.message === message))
    return `is reported as published with another text, “${message}”`
  if (['held', 'failed'].includes(state) && isOut && !isDoubt(reason))
    return 'is public, but is reported as not published'
  if (['held', 'failed'].includes(state) && reason === '') return 'has no reason'
  // An author may cancel an unconfirmed post.
  if (certain.at(-1)?.action === 'cancel' && certain.length === 2 && possible.length === 0 && isOut)
    return 'is public, although it was canceled'
  return undefined
}

/** Counts notifications of a settled post's last outcome. Returns undefined if none is due. */
function countNotices({ state, reasonCode }: DeliveryRow, notices: Notice[]): number | undefined {
  const title = TITLES[state]
  // A lost sign-in is reported once, not per post.
  if (!title || reasonCode === 'needs_reconnect') return undefined
  return notices.filter(one => title.test(one.title)).length
}

/** Returns only the lists, to compare with `noBreaches()`. */
export const breachesOf = ({
  doubles,
  lost,
  unnotified,
  notifiedTwice,
  misreported,
}: Breaches): Breaches => ({
  doubles,
  lost,
  unnotified,
  notifiedTwice,
  misreported,
})
