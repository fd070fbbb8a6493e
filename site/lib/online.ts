import { atom, onMount } from 'nanostores'

/** Whether the device has a network at all; a server that doesn't answer is another matter. */
export const $online = atom(true)

onMount($online, () => {
  const read = () => $online.set(navigator.onLine)
  read()
  addEventListener('online', read)
  addEventListener('offline', read)
  return () => {
    removeEventListener('online', read)
    removeEventListener('offline', read)
  }
})
