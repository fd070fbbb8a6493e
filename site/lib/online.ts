import { atom, onMount } from 'nanostores'

/** True while the device has a network, even if the server doesn't respond. */
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
