import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import type { LibraryDialogProps } from './LibraryDialog.tsx'

/** Opens a dialog in which files of the library are chosen. */
export const openLibrary = (choice: Omit<LibraryDialogProps, 'onClose'>) =>
  openDialog(async () => (await import('./LibraryDialog.tsx')).LibraryDialog, choice)
