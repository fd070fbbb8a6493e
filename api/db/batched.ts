import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

import type { Db } from './client.ts'

type Call<Ctx, Input, Output> = {
  ctx: Ctx
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

const MAX_CALLS = 100

/**
 * Collects calls into a single statement or transaction (the DataLoader pattern), because a commit costs more than its
 * statements. The first batch waits one tick, or `waitMs`; the calls that arrive while a batch runs form the next (group commit).
 * If a batch fails, each of its calls is retried alone.
 * @param run returns one output per input, in the same order. It gets the context of the batch's first call, so it may use only
 *   what all callers share
 */
export function batched<Ctx extends { db: Db }, Input, Output>(
  run: (ctx: Ctx, inputs: Input[]) => Promise<Output[]>,
  waitMs = 0,
): (ctx: Ctx, input: Input) => Promise<Output> {
  const queues = new WeakMap<Db, Call<Ctx, Input, Output>[]>()

  async function settle(calls: Call<Ctx, Input, Output>[]) {
    const [first] = calls
    if (!first) return
    try {
      const inputs = calls.map(({ input }) => input)
      const outputs = await run(first.ctx, inputs)
      calls.forEach(({ resolve }, index) => resolve(outputs[index] as Output))
    } catch (error) {
      if (calls.length === 1) first.reject(error)
      else for (const call of calls) await settle([call])
    }
  }

  /** Runs batches until no call is left. */
  async function work(db: Db, queue: Call<Ctx, Input, Output>[]) {
    await (waitMs > 0 ? pause(waitMs) : nextTurn())
    while (queue.length > 0) await settle(queue.splice(0, MAX_CALLS))
    queues.delete(db)
  }

  return (ctx, input) => {
    const { promise, resolve, reject } = Promise.withResolvers<Output>()
    const call = { ctx, input, resolve, reject }
    const queue = queues.get(ctx.db)
    if (queue) queue.push(call)
    else {
      const fresh = [call]
      queues.set(ctx.db, fresh)
      void work(ctx.db, fresh)
    }
    return promise
  }
}
