import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

import { isDescription } from './describe-route.ts'

const HAS_PARAMETER = /[:*{]/

/**
 * Caches the TrieRouter's matches for fixed paths, because matching takes longer than running a route's middleware. Hono's
 * RegExpRouter rejects `/posts/counts` beside `/posts/:id`. Skips middleware that only describes its route: it would run in
 * every request, and does nothing.
 */
export class MemoRouter<T extends [handler: object, route: object]> implements Router<T> {
  name = 'MemoRouter'
  readonly #thorough = new TrieRouter<T>()
  readonly #found = new Map<string, Result<T> | undefined>()

  add(method: string, path: string, handler: T) {
    if (isDescription(handler[0])) return
    this.#thorough.add(method, path, handler)
    if (!HAS_PARAMETER.test(path)) this.#found.set(`${method} ${path}`, undefined)
  }

  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`
    const known = this.#found.get(key)
    if (known) return known
    const found = this.#thorough.match(method, path)
    if (this.#found.has(key)) this.#found.set(key, found)
    return found
  }
}
