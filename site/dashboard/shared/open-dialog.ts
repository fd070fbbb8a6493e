import { atom } from 'nanostores'
import { type ComponentType, createElement, type ReactNode } from 'react'

import { loadPart } from './lazy-part.ts'
import { $router, type Search } from './router.ts'

/** The dialog over the screen, if any. `Shell` renders it. */
export const $dialog = atom<ReactNode>()

/** Parameters that the composer replaces once it has read or saved a post. */
const COMPOSER_PARAMETERS = ['at', 'draft', 'edit', 'from', 'again', 'repeat', 'shared']

/** Identifies the page below a dialog. It stays the same while the composer replaces its parameters. */
function keyOf(page: ReturnType<typeof $router.get>): string {
  const { new: isBeside, ...search }: Search = page?.search ?? {}
  const others = Object.entries(search).filter(([name]) => !COMPOSER_PARAMETERS.includes(name))
  return JSON.stringify([page?.path, isBeside !== undefined, others])
}

// A dialog is about the page that opened it.
$router.listen((page, before) => {
  if (keyOf(page) !== keyOf(before)) $dialog.set(undefined)
})

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

export async function openDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  props: Omit<Props, 'onClose'>,
): Promise<void> {
  const Dialog = await loadPart(load)
  if (Dialog) showDialog(Dialog, props)
}
