import { useSyncExternalStore } from 'react'

let open: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function change(dialogs: readonly HTMLElement[]) {
  open = dialogs
  for (const listener of listeners) listener()
}

/** Says that a dialog stands above all else now. @returns how to say that it no longer does */
export function registerDialog(dialog: HTMLElement) {
  change([...open, dialog])
  return () => change(open.filter(each => each !== dialog))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The topmost dialog that is open. The browser keeps everybody from what is outside of it. */
export const useTopDialog = () =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1),
    () => undefined,
  )
