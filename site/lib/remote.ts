import { atom, onMount, type ReadableAtom } from 'nanostores'

import { messageOf } from './api-error.ts'

export type Remote<T> =
  | { state: 'loading' }
  | { state: 'ready'; data: T }
  | { state: 'failed'; message: string; error: unknown }

const FALLBACK = 'This didn’t load. Try again.'

/**
 * A store that loads itself when first shown and can be told to reload. Data that is there stays shown while it
 * reloads. Of reloads that overlap the last one counts, and all of them end with it: after `await reload()` there is an
 * answer. What was changed here while it was read is read again, for the answer may be older than the change. What failed
 * is tried again when the network is back.
 */
export function remote<T>(load: () => Promise<T>) {
  const $store = atom<Remote<T>>({ state: 'loading' })
  let latest = 0
  let latestAnswer: Promise<void> | undefined
  let isOutdated = false

  async function reload() {
    latestAnswer = answer(++latest)
    let awaited
    while (awaited !== latestAnswer) await (awaited = latestAnswer)
  }

  async function answer(turn: number) {
    // To get what nobody listens to would load it a second time.
    if ($store.value?.state === 'failed') $store.set({ state: 'loading' })
    try {
      const before = $store.value
      isOutdated = false
      const data = await load()
      if (turn !== latest) return
      if (before !== $store.value) return await answer(turn)
      $store.set({ state: 'ready', data })
      if (isOutdated) void reload()
    } catch (error) {
      if (turn === latest) $store.set({ state: 'failed', message: messageOf(error, FALLBACK), error })
    }
  }

  /** What is just being read for the first time may be older than something that happened: it is read once more. */
  function outdate() {
    if ($store.value?.state === 'loading' && $store.lc > 0) isOutdated = true
  }

  /** Forgets the data, so that what belonged to another choice is not shown while the new one loads. */
  function reset() {
    latest++
    $store.set({ state: 'loading' })
  }

  const retry = () => {
    if ($store.get().state === 'failed') void reload()
  }
  onMount($store, () => {
    void reload()
    globalThis.addEventListener?.('online', retry)
    return () => globalThis.removeEventListener?.('online', retry)
  })
  return Object.assign($store, { reload, reset, outdate })
}

/** What a store comes to: its value once it is no longer loading. */
export const settled = <T>(store: ReadableAtom<Remote<T>>) =>
  new Promise<Exclude<Remote<T>, { state: 'loading' }>>(resolve => {
    const stop = store.subscribe(value => {
      if (value.state === 'loading') return
      resolve(value)
      queueMicrotask(() => stop())
    })
  })
