import type { ComponentType, ReactElement } from 'react'

import { $dialog } from '#site/dashboard/shared/open-dialog.ts'

export const closeDialog = () => $dialog.set(undefined)

/** Returns the name of the dialog on screen and its props; undefined without one. */
export function openedDialog(): Record<string, unknown> | undefined {
  const element = $dialog.get() as ReactElement<Record<string, unknown>, ComponentType> | undefined
  if (!element) return undefined
  const { onClose: _, ...props } = element.props
  return { name: element.type.name, ...props }
}
