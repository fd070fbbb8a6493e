import { atom } from 'nanostores'
import { type ComponentType, createElement, type ReactNode } from 'react'

import { loadPart } from './lazy-part.ts'
import { $router } from './router.ts'

/** The dialog over the screen, if any. `ask` and the screens set it, and `Shell` renders it. */
export const $question = atom<ReactNode>()

// A question is about the screen that asked it.
$router.listen(() => $question.set(undefined))

type Closable = { onClose: () => void }

/** Loads the code of a dialog, and opens it. */
export async function openDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  props: Omit<Props, 'onClose'>,
): Promise<void> {
  const Dialog = (await loadPart(load)) as ComponentType<Omit<Props, 'onClose'> & Closable> | undefined
  if (!Dialog) return
  // Another question may have taken its place.
  const onClose = () => $question.get() === dialog && $question.set(undefined)
  const dialog = createElement(Dialog, { ...props, onClose })
  $question.set(dialog)
}
