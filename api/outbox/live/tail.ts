import { asc, gt, lte, max, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { prepared } from '#api/db/prepared.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'

export type LiveEvent = typeof liveEvents.$inferSelect
type Listener = (event: LiveEvent) => void
/** Ends a stream: the process is stopping, or the user has opened too many streams. */
type End = (reason: 'stopping' | 'replaced') => void

const POLL_INTERVAL_MS = 250
const BATCH_SIZE = 500
/** Maximum number of streams per user and process. */
const MAX_LISTENERS = 50

const eventsAfter = prepared(db =>
  db
    .select()
    .from(liveEvents)
    .where(gt(liveEvents.id, sql.placeholder('last')))
    .orderBy(asc(liveEvents.id))
    .limit(BATCH_SIZE)
    .prepare(),
)

/** One poller per process for any number of browsers; it pauses while none listens. */
const tails = new WeakMap<Context['db'], ReturnType<typeof createTail>>()

export function eventTailOf(ctx: Context) {
  const known = tails.get(ctx.db)
  if (known) return known
  const tail = createTail(ctx)
  tails.set(ctx.db, tail)
  return tail
}

function createTail({ db, log }: Context) {
  /** Listeners by user id. */
  const listeners = new Map<string, Map<Listener, End>>()
  let last = 0
  let timer: Timer | undefined
  let starting: Promise<void> | undefined
  let reading: Promise<void> | undefined

  async function read() {
    const events = await eventsAfter(db).execute({ last })
    for (const event of events) {
      last = event.id
      for (const listener of listeners.get(event.userId)?.keys() ?? []) listener(event)
    }
  }

  /** Shared by concurrent callers: a second start would skip events that the first has yet to deliver. */
  const start = () =>
    (starting ??= newestId({ db })
      .then(id => {
        last = id
        timer = setInterval(() => void poll(), POLL_INTERVAL_MS)
      })
      .finally(() => (starting = undefined)))

  const started = async () => {
    if (!timer) await start()
  }

  /** Reads new events; concurrent calls share one read. */
  const poll = () =>
    (reading ??= read()
      .catch(error => log.error({ err: error }, 'events not read'))
      .finally(() => (reading = undefined)))

  /**
   * Calls `listener` with each of the user's events from now on.
   * @param end is called by `endAll`, and when the user opens too many streams
   * @returns a function that stops listening
   */
  async function listen(userId: string, listener: Listener, end: End): Promise<() => void> {
    if (!timer) {
      await start()
      // The last listener may have left meanwhile, which stops the timer again.
      return listen(userId, listener, end)
    }
    const own = listeners.get(userId) ?? new Map<Listener, End>()
    if (own.size >= MAX_LISTENERS) endOldest(own)
    listeners.set(userId, own.set(listener, end))
    return () => {
      own.delete(listener)
      // A replaced stream may end so late that the user's new streams are in another map.
      if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    poll,
    /** Resolves once the position of the newest event is known. */
    started,
    /** Ends all streams. Browsers reconnect to another process or to the next one here. */
    endAll() {
      for (const own of listeners.values()) for (const end of own.values()) end('stopping')
    },
    listen,
  }
}

function endOldest(own: Map<Listener, End>) {
  const [oldest] = own
  if (!oldest) return
  const [listener, end] = oldest
  own.delete(listener)
  end('replaced')
}

async function newestId({ db }: Pick<Context, 'db'>): Promise<number> {
  const [row] = await db.select({ id: max(liveEvents.id) }).from(liveEvents)
  return row?.id ?? 0
}

const RETENTION_MS = 60 * 60_000

/** Deletes old events. A browser that was offline for longer refetches everything. */
export async function sweepLiveEvents({ db, now }: Context): Promise<void> {
  await db.delete(liveEvents).where(lte(liveEvents.createdAt, new Date(now().getTime() - RETENTION_MS)))
}
