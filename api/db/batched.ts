import type { Db } from './client.ts'

type Waiting<Input, Output> = {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

const MAX_TOGETHER = 100

/**
 * Joins calls that come at nearly the same time into one statement or one transaction: under load that saves most of what a
 * database costs, and a call that comes alone waits `waitMs` longer, or a turn of the event loop. Should the whole fail, each is tried by itself.
 * @param run gives an output for each input, in their order
 */
export function batched<Ctx extends { db: Db }, Input, Output>(
  run: (ctx: Ctx, inputs: Input[]) => Promise<Output[]>,
  waitMs = 0,
): (ctx: Ctx, input: Input) => Promise<Output> {
  const queues = new WeakMap<Db, Waiting<Input, Output>[]>()

  async function settle(ctx: Ctx, waiting: Waiting<Input, Output>[]) {
    try {
      const outputs = await run(
        ctx,
        waiting.map(({ input }) => input),
      )
      waiting.forEach(({ resolve }, index) => resolve(outputs[index]!))
    } catch (error) {
      if (waiting.length === 1) waiting[0]!.reject(error)
      else for (const one of waiting) await settle(ctx, [one])
    }
  }

  return (ctx, input) => {
    const { promise, resolve, reject } = Promise.withResolvers<Output>()
    const queue = queues.get(ctx.db)
    if (queue && queue.length < MAX_TOGETHER) queue.push({ input, resolve, reject })
    else {
      const fresh = [{ input, resolve, reject }]
      queues.set(ctx.db, fresh)
      const begin = () => {
        if (queues.get(ctx.db) === fresh) queues.delete(ctx.db)
        void settle(ctx, fresh)
      }
      if (waitMs > 0) setTimeout(begin, waitMs)
      else setImmediate(begin)
    }
    return promise
  }
}
