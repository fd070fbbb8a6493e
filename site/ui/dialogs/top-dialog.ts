import { useSyncExternalStore } from 'react'

/** Selects modal dialogs and panels, but no popovers. */
export const DIALOG = 'dialog[open], [role=dialog]:not([popover])'

let open: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function change(dialogs: readonly HTMLElement[]) {
  open = dialogs
  for (const listener of listeners) listener()
}

/** Registers a dialog as the topmost. @returns the function that unregisters it */
export function registerDialog(dialog: HTMLElement) {
  change([...open, dialog])
  return () => change(open.filter(each => each !== dialog))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the topmost open dialog. The browser makes everything outside it inert. */
export const useTopDialog = () =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1),
    () => undefined,
  )
