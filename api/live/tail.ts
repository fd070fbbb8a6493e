import { asc, gt, max } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { liveEvents } from '#api/db/schema/live.ts'

export type LiveEvent = typeof liveEvents.$inferSelect
type Listener = (event: LiveEvent) => void
/** Ends a stream because this process stops, or because the person has opened too many others. */
type End = (reason: 'stopping' | 'replaced') => void

const LOOK_EVERY_MS = 250
const MAX_CONCURRENT = 500
/** Of one person in one process. */
const MAX_LISTENERS = 50

/** One reader of the events table a process, however many browsers listen; it rests while none does. */
const tails = new WeakMap<Context['db'], ReturnType<typeof createTail>>()

export function tailOf(ctx: Context) {
  const known = tails.get(ctx.db)
  if (known) return known
  const tail = createTail(ctx)
  tails.set(ctx.db, tail)
  return tail
}

function createTail({ db, log }: Context) {
  /** By person: who listens, and what ends them. */
  const listeners = new Map<string, Map<Listener, End>>()
  let last = 0
  let timer: Timer | undefined
  let starting: Promise<void> | undefined
  let reading: Promise<void> | undefined

  async function read() {
    const events = await db
      .select()
      .from(liveEvents)
      .where(gt(liveEvents.id, last))
      .orderBy(asc(liveEvents.id))
      .limit(MAX_CONCURRENT)
    for (const event of events) {
      last = event.id
      for (const listener of listeners.get(event.userId)?.keys() ?? []) listener(event)
    }
  }

  /** From now on, for all who come at once: one that began anew would pass over what the others have not heard yet. */
  const start = () =>
    (starting ??= newestId({ db })
      .then(id => {
        last = id
        timer = setInterval(() => void look(), LOOK_EVERY_MS)
      })
      .finally(() => (starting = undefined)))

  const isReading = async () => {
    if (!timer) await start()
  }

  /** Reads what has come; two wishes at once share one look. */
  const look = () =>
    (reading ??= read()
      .catch(error => log.error({ err: error }, 'events not read'))
      .finally(() => (reading = undefined)))

  /**
   * Calls back with each of the user's events from now on.
   * @param end is called by `endAll`, and when the same user listens in too many places
   * @returns what ends it
   */
  async function listen(userId: string, listener: Listener, end: End): Promise<() => void> {
    if (!timer) {
      await start()
      // Who was the last to listen may have left meanwhile.
      return listen(userId, listener, end)
    }
    const own = listeners.get(userId) ?? new Map<Listener, End>()
    if (own.size >= MAX_LISTENERS) endOldest(own)
    listeners.set(userId, own.set(listener, end))
    return () => {
      own.delete(listener)
      if (own.size === 0) listeners.delete(userId)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    look,
    /** Resolves once it knows from where on it reads. */
    isReading,
    /** Ends what everybody listens to: browsers connect again, to another process or to the next one here. */
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

export async function newestId({ db }: Pick<Context, 'db'>): Promise<number> {
  const [row] = await db.select({ id: max(liveEvents.id) }).from(liveEvents)
  return row?.id ?? 0
}
