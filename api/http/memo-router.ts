import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

import { isDescription } from './describe-route.ts'

const HAS_VARIABLE_PART = /[:*{]/

/**
 * Finds what answers an address. Hono's quick router can't tell `/posts/counts` from `/posts/:id`, and its thorough one takes
 * longer than the layers of a route together: what it found for an address without a variable part is remembered. Layers
 * that only describe their route are left out: each would cost its turn at every request.
 */
export class MemoRouter<T extends [handler: object, route: object]> implements Router<T> {
  name = 'MemoRouter'
  readonly #thorough = new TrieRouter<T>()
  readonly #found = new Map<string, Result<T> | undefined>()

  add(method: string, path: string, handler: T) {
    if (isDescription(handler[0])) return
    this.#thorough.add(method, path, handler)
    if (!HAS_VARIABLE_PART.test(path)) this.#found.set(`${method} ${path}`, undefined)
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
