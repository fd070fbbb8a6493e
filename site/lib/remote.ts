import { atom, onMount, type ReadableAtom } from 'nanostores'

import { messageOf } from './api-error.ts'

export type Remote<T> =
  | { state: 'loading' }
  | { state: 'ready'; data: T }
  | { state: 'failed'; message: string; error: unknown }

const FALLBACK = 'This didn’t load. Try again.'
/** Of many changes in a row each would be read again otherwise. */
const AGAIN_MS = 250

/**
 * A store that loads itself when first shown and can be told to reload. Data that is there stays shown while it
 * reloads. Of reloads that overlap the last one counts, and all of them end with it: after `await reload()` there is an
 * answer. What was changed here while it was read stays, and is read again soon: the answer may be older than the change.
 * What failed is tried again when the network is back.
 */
export function remote<T>(load: () => Promise<T>) {
  const $store = atom<Remote<T>>({ state: 'loading' })
  let isShown = false
  let latest = 0
  let latestAnswer: Promise<void> | undefined
  let isOutdated = false

  async function reload() {
    read(fail)
    let awaited
    while (awaited !== latestAnswer) await (awaited = latestAnswer)
  }

  function read(failed: (error: unknown) => void) {
    const turn = ++latest
    const answer = answered(turn, failed)
    if (turn === latest) latestAnswer = answer
  }

  async function answered(turn: number, failed: (error: unknown) => void) {
    // To get what nobody listens to would load it a second time.
    if ($store.value?.state === 'failed') $store.set({ state: 'loading' })
    const before = $store.value
    isOutdated = false
    try {
      const data = await load()
      if (turn !== latest) return
      if (before === $store.value) $store.set({ state: 'ready', data })
      else isOutdated = true
      if (isOutdated) readAgain(turn)
    } catch (error) {
      if (turn === latest) failed(error)
    }
  }

  const fail = (error: unknown) => $store.set({ state: 'failed', message: messageOf(error, FALLBACK), error })

  /** Nobody asked for it: where it fails, what is shown stays. */
  const readAgain = (turn: number) =>
    setTimeout(() => {
      if (turn === latest && isShown) read(() => {})
    }, AGAIN_MS)

  /** What is just being read for the first time may be older than something that happened: it is read once more. */
  function outdate() {
    if (isShown && $store.value?.state === 'loading') isOutdated = true
  }

  /** Forgets the data, so that what belonged to another choice is not shown while the new one loads. */
  function reset() {
    latest++
    $store.set({ state: 'loading' })
  }

  /** Forgets the data, and loads the new where it is shown. */
  function restart() {
    reset()
    if (isShown) void reload()
  }

  const retry = () => {
    if ($store.get().state === 'failed') void reload()
  }
  onMount($store, () => {
    isShown = true
    void reload()
    globalThis.addEventListener?.('online', retry)
    return () => {
      isShown = false
      globalThis.removeEventListener?.('online', retry)
    }
  })
  return Object.assign($store, { reload, reset, restart, outdate })
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
