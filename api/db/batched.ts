import type { Db } from './client.ts'

type Call<Input, Output> = {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

const MAX_CALLS = 100

/**
 * Collects calls of one tick, or of `waitMs`, into a single statement or transaction (the DataLoader pattern), because a
 * commit costs more than its statements. If a batch fails, each of its calls is retried alone.
 * @param run returns one output per input, in the same order
 */
export function batched<Ctx extends { db: Db }, Input, Output>(
  run: (ctx: Ctx, inputs: Input[]) => Promise<Output[]>,
  waitMs = 0,
): (ctx: Ctx, input: Input) => Promise<Output> {
  const queues = new WeakMap<Db, Call<Input, Output>[]>()

  async function settle(ctx: Ctx, calls: Call<Input, Output>[]) {
    try {
      const outputs = await run(
        ctx,
        calls.map(({ input }) => input),
      )
      calls.forEach(({ resolve }, index) => resolve(outputs[index] as Output))
    } catch (error) {
      if (calls.length === 1) calls.forEach(({ reject }) => reject(error))
      else for (const call of calls) await settle(ctx, [call])
    }
  }

  return (ctx, input) => {
    const { promise, resolve, reject } = Promise.withResolvers<Output>()
    const queue = queues.get(ctx.db)
    if (queue && queue.length < MAX_CALLS) queue.push({ input, resolve, reject })
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
