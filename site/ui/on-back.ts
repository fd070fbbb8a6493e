/** Missing from TypeScript's library. Browsers other than Chrome lack it. */
declare class CloseWatcher extends EventTarget {
  destroy(): void
}

/**
 * Calls `close` when the user goes back while something covers the page. On Android, going back then only closes it; elsewhere
 * the page behind it changes too. Returns the function that stops this.
 */
export function onBack(close: () => void): () => void {
  const watcher = 'CloseWatcher' in globalThis ? new CloseWatcher() : undefined
  watcher?.addEventListener('close', close)
  addEventListener('popstate', close)
  return () => {
    watcher?.destroy()
    removeEventListener('popstate', close)
  }
}
