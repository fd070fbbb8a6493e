import { openDialog } from '#site/dashboard/shared/question.ts'

export const askToExport = () => openDialog(async () => (await import('./ExportDialog.tsx')).ExportDialog, {})
