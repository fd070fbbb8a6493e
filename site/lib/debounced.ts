/** Returns a function that runs `run` once, `ms` after its last call. */
export function debounced(run: () => unknown, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  return Object.assign(soon, { cancel: () => clearTimeout(timer) })
}
