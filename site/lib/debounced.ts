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
