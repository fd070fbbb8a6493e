import type { Context } from '#api/context.ts'

/** Returns a context that runs a callback just before its next write: a batch that writes, or a transaction. */
export function beforeNextWrite(ctx: Context, act: () => Promise<unknown>): Context {
  let pending = true
  async function actOnce() {
    if (!pending) return
    pending = false
    await act()
  }
  const { $client } = ctx.db
  const client = new Proxy($client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'transaction') return () => actOnce().then(() => target.transaction('write'))
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (name === '$client') return client
      if (name !== 'batch') return Reflect.get(target, name) as unknown
      return async (...[queries]: Parameters<typeof target.batch>) => {
        if (queries.some(isWrite)) await actOnce()
        return target.batch(queries)
      }
    },
  })
  return { ...ctx, db }
}

const isWrite = (query: object) =>
  !('toSQL' in query) || !(query as { toSQL(): { sql: string } }).toSQL().sql.startsWith('select')
