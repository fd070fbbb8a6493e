import { useStore } from '@nanostores/react'

import { closePanel } from '#site/dashboard/shared/post-dialogs/url.ts'
import { Panel } from '#site/ui/dialogs/Panel.tsx'
import { ForBusiness, Opening, PostForm, useSession } from './Composer.tsx'
import { DraftBar } from './draft/DraftBar.tsx'
import { loadEditor } from './edit/editing.ts'
import { $busy } from './send/sending.ts'

/** The composer beside another screen. */
export function ComposerPanel() {
  const { opening, isEdit } = useSession()
  const busy = useStore($busy)
  return (
    <Panel
      title={isEdit ? 'Edit post' : 'New post'}
      subtitle={<ForBusiness />}
      startsAtTitle
      locked={busy}
      onClose={isEdit && !opening ? async () => (await loadEditor())?.leaveUnsaved() : closePanel}
    >
      {opening ? (
        <Opening {...opening} />
      ) : (
        <div className="flex min-h-full flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <DraftBar />
          </div>
          <PostForm />
        </div>
      )}
    </Panel>
  )
}
