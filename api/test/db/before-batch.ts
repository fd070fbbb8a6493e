import type { Context } from '#api/context.ts'

/** Returns a context that runs a callback just before the next batch of writes. */
export function beforeNextBatch(ctx: Context, act: () => Promise<unknown>): Context {
  let pending = true
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'batch' || !pending) return value
      return async (...batch: Parameters<typeof target.batch>) => {
        pending = false
        await act()
        return target.batch(...batch)
      }
    },
  })
  return { ...ctx, db }
}
