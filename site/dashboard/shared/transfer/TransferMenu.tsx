import { ArrowDownToLine, ArrowUpFromLine, Ellipsis, Images } from 'lucide-react'
import { useState } from 'react'

import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'

const ITEM = 'btn btn-ghost btn-sm max-sm:h-11 w-full justify-start'

const ExportDialog = lazyComponent(async () => (await import('./ExportDialog.tsx')).ExportDialog)

/** Menu with import, export and the media library. */
export function TransferMenu() {
  const [exporting, setExporting] = useState(false)
  return (
    <>
      <Dropdown
        alignEnd
        label="Import, export and media"
        className="btn btn-square border-edge bg-raised"
        panelClassName="w-56 p-1.5"
        trigger={<Ellipsis aria-hidden="true" className="size-4.5" />}
      >
        {close => (
          <>
            <Allowed to="publish">
              <a href="/dashboard/import" className={ITEM}>
                <ArrowDownToLine aria-hidden="true" className="size-4" />
                Import posts
              </a>
            </Allowed>
            <button
              type="button"
              className={ITEM}
              onClick={() => {
                close()
                setExporting(true)
              }}
            >
              <ArrowUpFromLine aria-hidden="true" className="size-4" />
              Export posts
            </button>
            <a href="/dashboard/media" className={ITEM}>
              <Images aria-hidden="true" className="size-4" />
              Media
            </a>
          </>
        )}
      </Dropdown>
      {exporting && <ExportDialog onClose={() => setExporting(false)} />}
    </>
  )
}
