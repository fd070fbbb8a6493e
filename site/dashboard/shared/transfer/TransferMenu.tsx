import { useStore } from '@nanostores/react'
import { ArrowDownToLine, ArrowUpFromLine, Images } from 'lucide-react'

import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { ActionMenu } from '#site/ui/popovers/ActionMenu.tsx'

/** Menu with import, export and the media library. */
export function TransferMenu() {
  const mayImport = useStore($can)('publish')
  return (
    <ActionMenu
      label="Import, export and media"
      className="btn btn-square border-edge bg-raised"
      actions={[
        ...(mayImport ? [{ label: 'Import posts', icon: ArrowDownToLine, href: '/dashboard/import' }] : []),
        {
          label: 'Export posts',
          icon: ArrowUpFromLine,
          run: async () => (await loadPart(() => import('./ExportDialog.tsx')))?.askToExport(),
        },
        { label: 'Media', icon: Images, href: '/dashboard/media' },
      ]}
    />
  )
}
