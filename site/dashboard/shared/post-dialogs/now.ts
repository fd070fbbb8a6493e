import { atom, onMount } from 'nanostores'

const TICK_MS = 30_000

/** Ticks while shown, so that 'in 5 minutes' stays true. */
export const $now = atom(new Date())

onMount($now, () => {
  $now.set(new Date())
  const timer = setInterval(() => $now.set(new Date()), TICK_MS)
  return () => clearInterval(timer)
})
