import type { Context } from '#api/context.ts'

/** Returns a context that runs a callback just before the next batch of writes. */
export function beforeNextBatch(ctx: Context, act: () => Promise<unknown>): Context {
  let pending = true
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'batch' || !pending) return value
      return async (...[queries]: Parameters<typeof target.batch>) => {
        if (pending && queries.some(isWrite)) {
          pending = false
          await act()
        }
        return target.batch(queries)
      }
    },
  })
  return { ...ctx, db }
}

const isWrite = (query: object) =>
  !('toSQL' in query) || !(query as { toSQL(): { sql: string } }).toSQL().sql.startsWith('select')
