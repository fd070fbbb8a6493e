import { atom } from 'nanostores'
import { type ComponentType, createElement, type ReactNode } from 'react'

import { loadPart } from './lazy-part.ts'
import { $router } from './router.ts'

/** The dialog over the screen, if any. `Shell` renders it. */
export const $dialog = atom<ReactNode>()

// A dialog is about the screen that opened it.
$router.listen(() => $dialog.set(undefined))

type Closable = { onClose: () => void }

export function showDialog<Props extends Closable>(
  Dialog: ComponentType<Props>,
  props: Omit<Props, 'onClose'>,
): void {
  // Another dialog may have taken its place.
  const onClose = () => $dialog.get() === dialog && $dialog.set(undefined)
  const dialog = createElement(Dialog as ComponentType<Omit<Props, 'onClose'> & Closable>, {
    ...props,
    onClose,
  })
  $dialog.set(dialog)
}

/** Loads the code of a dialog, and shows it. */
export async function openDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  props: Omit<Props, 'onClose'>,
): Promise<void> {
  const Dialog = await loadPart(load)
  if (Dialog) showDialog(Dialog, props)
}
