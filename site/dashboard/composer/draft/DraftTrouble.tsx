import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { keepAsDraft, openCurrent } from '#site/dashboard/composer/edit/edit-post.ts'
import { $editing } from '#site/dashboard/composer/edit/editing.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { clearComposer } from './clear-composer.ts'
import { $saving, openTheirs, type Saving, saveAsNew, saveNow } from './saving.ts'

/** A problem with saving the draft, and a way to solve it. */
export function DraftTrouble() {
  const saving = useStore($saving)
  const editing = useStore($editing)
  if (editing) return <EditTrouble saving={saving} postId={editing.postId} />
  switch (saving.state) {
    case 'changed':
      return (
        <Notice message="This draft was changed in another window.">
          <Button small onClick={openTheirs}>
            Show that version
          </Button>
          <Button small onClick={saveAsNew}>
            Keep mine as a new draft
          </Button>
        </Notice>
      )
    case 'gone':
      return (
        <Notice message={saving.message}>
          <Button small onClick={clearComposer}>
            Start a new post
          </Button>
          <Button small onClick={saveAsNew}>
            Keep mine as a new draft
          </Button>
        </Notice>
      )
    case 'failed':
      return (
        <Notice message={saving.message}>
          <Button small onClick={saveNow}>
            Try again
          </Button>
        </Notice>
      )
    default:
      return null
  }
}

/** A change of a post that came too late. The typed text stays until the author decides. */
function EditTrouble({ saving, postId }: { saving: Saving; postId: string }) {
  if (saving.state !== 'changed' && saving.state !== 'gone') return null
  return (
    <Notice message={saving.state === 'gone' ? saving.message : 'This post was changed in another window.'}>
      {saving.state === 'changed' ? (
        <Button small onClick={openCurrent}>
          Show that version
        </Button>
      ) : (
        <ButtonLink small href={`/dashboard/view-post?post=${postId}`}>
          See the post
        </ButtonLink>
      )}
      <Button small onClick={keepAsDraft}>
        Save mine as a new draft
      </Button>
    </Notice>
  )
}

const Notice = ({ message, children }: { message: string; children: ReactNode }) => (
  <div
    ref={keepFocus}
    role="alert"
    className="mb-4 flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-amber/40 bg-amber/10 px-4 py-2.5 text-sm"
  >
    <TriangleAlert className="size-5 shrink-0 text-amber" />
    <p className="min-w-48 grow basis-0">{message}</p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)
