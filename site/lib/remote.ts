import { atom, onMount, type ReadableAtom } from 'nanostores'

import { messageOf } from './api/error.ts'

export type Remote<T> =
  | { state: 'loading'; data?: undefined }
  | { state: 'ready'; data: T }
  | { state: 'failed'; data?: undefined; message: string; error: unknown }

const FALLBACK = 'This didn’t load. Try again.'
const REFETCH_DEBOUNCE_MS = 250

/**
 * Creates a store that loads when first shown. Loaded data stays visible during a reload. Overlapping reloads resolve together
 * with the last response, so there is data after `await reload()`. A change made during a load stays and triggers another
 * one, because the response may be older than the change. Failed loads are retried when the network returns.
 */
export function remote<T>(load: () => Promise<T>) {
  const $store = atom<Remote<T>>({ state: 'loading' })
  let isShown = false
  let latest = 0
  let latestLoad: Promise<void> | undefined
  let isStale = false
  /** Number of the latest load that has ended. */
  let ended = 0

  async function reload() {
    read(fail)
    let awaited
    while (awaited !== latestLoad) await (awaited = latestLoad)
  }

  function read(failed: (error: unknown) => void) {
    const turn = ++latest
    const loading = run(turn, failed)
    if (turn === latest) latestLoad = loading
  }

  async function run(turn: number, failed: (error: unknown) => void) {
    // `get` without a listener would mount the store and load a second time.
    if ($store.value?.state === 'failed') $store.set({ state: 'loading' })
    const before = $store.value
    isStale = false
    try {
      const data = await load()
      if (turn !== latest) return
      if (before === $store.value) $store.set({ state: 'ready', data })
      else isStale = true
      if (isStale) refetchSoon(turn)
    } catch (error) {
      if (turn === latest) failed(error)
    } finally {
      ended = Math.max(ended, turn)
    }
  }

  const fail = (error: unknown) => $store.set({ state: 'failed', message: messageOf(error, FALLBACK), error })

  /** Reloads in the background: on failure, the current data stays. */
  const refetchSoon = (turn: number) =>
    setTimeout(() => {
      if (turn === latest && isShown) read(() => {})
    }, REFETCH_DEBOUNCE_MS)

  /**
   * Reloads data that may have become stale; on failure, the current data stays. A load in flight may be older than what made it
   * stale, so it is repeated.
   */
  function refresh() {
    if (ended < latest) isStale = true
    else if ($store.value?.state === 'ready') read(() => {})
  }

  function change(to: (data: T) => T) {
    const now = $store.value
    if (now?.state === 'ready') $store.set({ state: 'ready', data: to(now.data) })
    else refresh()
  }

  /** Clears the data, so that another selection's data isn't shown while the new data loads. */
  function reset() {
    latest++
    $store.set({ state: 'loading' })
  }

  /** Clears the data, and loads it again where it is shown. */
  function resetAndRefetch() {
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
  return Object.assign($store, { reload, refresh, change, reset, resetAndRefetch })
}

/**
 * Subscribes while the store is shown. `subscribe` gets a function that reloads the store once after several events that arrive
 * together, and returns the functions that end its subscriptions.
 */
export const whileShown = (
  store: ReadableAtom & { reload: () => unknown },
  subscribe: (reloadSoon: () => void) => readonly (() => void)[],
) =>
  onMount(store, () => {
    const reloadSoon = debounced(store.reload)
    const stops = [reloadSoon.cancel, ...subscribe(reloadSoon)]
    return () => {
      for (const stop of stops) stop()
    }
  })

/** Maximum time until the screen mounts the store. Rendering takes seconds on a slow phone. */
const MOUNT_MS = 15_000

/** Loads a store before the screen that shows it is rendered. */
export function loadAhead(store: ReadableAtom) {
  setTimeout(
    store.listen(() => {}),
    MOUNT_MS,
  )
}

/** Resolves with the store's value once it is as expected. */
export const until = <Value>(
  store: ReadableAtom<Value>,
  isExpected: (value: Value) => boolean,
): Promise<Value> =>
  new Promise(resolve => {
    const stop = store.subscribe(value => {
      if (!isExpected(value)) return
      resolve(value)
      queueMicrotask(() => stop())
    })
  })

/** Resolves with the store's value once it is no longer loading. */
export const settled = <T>(store: ReadableAtom<Remote<T>>) =>
  until(store, ({ state }) => state !== 'loading') as Promise<Exclude<Remote<T>, { state: 'loading' }>>

/** Live events of one change arrive together: one for each network of a post, and many for a bulk change. */
const EVENT_BATCH_MS = 300

/** Returns a function that runs `run` once, `ms` after its last call. */
export function debounced(run: () => unknown, ms = EVENT_BATCH_MS) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  return Object.assign(soon, { cancel: () => clearTimeout(timer) })
}
