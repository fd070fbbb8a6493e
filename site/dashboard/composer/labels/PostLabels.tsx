import { useStore } from '@nanostores/react'
import { Tag } from 'lucide-react'
import { useState } from 'react'

import { $draft } from '#site/dashboard/composer/draft/draft.ts'
import { $isPartlyOut } from '#site/dashboard/composer/edit/editing.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'

/** Loads lazily, because most posts have no labels. */
const LabelInput = lazyComponent(
  async () => (await import('#site/dashboard/shared/labels/LabelInput.tsx')).LabelInput,
  undefined,
  () => toast('error', 'The labels didn’t load. Check your connection and reload the page.'),
)

/** Labels of the post, which aren't published. */
export function PostLabels() {
  const { labels } = useStore($draft)
  const isPartlyOut = useStore($isPartlyOut)
  const [isAdding, setIsAdding] = useState(false)

  if (isPartlyOut) return null
  if (!isAdding && labels.length === 0)
    return (
      <Button
        small
        variant="quiet"
        className="-ms-1"
        onClick={() => setIsAdding(true)}
        icon={<Tag aria-hidden="true" className="size-4" />}
      >
        Add labels
      </Button>
    )
  return (
    <div className="min-w-0 grow">
      <LabelInput
        label="Labels"
        focusOnMount={isAdding}
        hint="For you and your team; not published."
        labels={labels}
        onChange={changed => $draft.setKey('labels', changed)}
      />
    </div>
  )
}
