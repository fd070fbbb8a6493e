import { openDialog } from '#site/dashboard/shared/open-dialog.ts'

export const askToExport = () => openDialog(async () => (await import('./ExportDialog.tsx')).ExportDialog, {})
