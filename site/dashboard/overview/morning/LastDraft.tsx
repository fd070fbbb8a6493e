import { useStore } from '@nanostores/react'
import { PencilLine } from 'lucide-react'

import { $drafts, titleOf } from '#site/dashboard/shared/drafts/store.ts'
import { composerPath } from '#site/dashboard/shared/post-dialogs/url.ts'
import { ButtonLink } from '#site/ui/Button.tsx'

/** Offers the user's own draft that was changed last, with the number of the business's drafts. */
export function LastDraft() {
  const { data: drafts = [] } = useStore($drafts)
  const draft = drafts.find(({ author }) => !author)
  if (!draft) return null
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <ButtonLink small href={composerPath({ draft: draft._id })} icon={<PencilLine />}>
        Continue your draft
      </ButtonLink>
      <span dir="auto" className="min-w-0 grow basis-0 truncate text-soft">
        {titleOf(draft)}
      </span>
      <a href="/dashboard/view-post?tab=drafts" className="prose-link shrink-0">
        Drafts <span className="tabular-nums">{drafts.length}</span>
      </a>
    </p>
  )
}
