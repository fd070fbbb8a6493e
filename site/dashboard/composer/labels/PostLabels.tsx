import { useStore } from '@nanostores/react'
import { Tag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { $draft } from '#site/dashboard/composer/draft/draft.ts'
import { $isPartlyOut } from '#site/dashboard/composer/edit/editing.ts'
import { LabelInput } from '#site/dashboard/shared/labels/LabelInput.tsx'
import { Button } from '#site/ui/Button.tsx'

/** Labels of the post, which aren't published. */
export function PostLabels() {
  const { labels } = useStore($draft)
  const isPartlyOut = useStore($isPartlyOut)
  const [wanted, setWanted] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wanted) root.current?.querySelector('input')?.focus()
  }, [wanted])

  if (isPartlyOut) return null
  if (!wanted && labels.length === 0)
    return (
      <Button
        small
        variant="quiet"
        className="-ms-1"
        onClick={() => setWanted(true)}
        icon={<Tag aria-hidden="true" className="size-4" />}
      >
        Add labels
      </Button>
    )
  return (
    <div ref={root} className="min-w-0 grow">
      <LabelInput
        label="Labels"
        hint="For you and your team; not published."
        labels={labels}
        onChange={changed => $draft.setKey('labels', changed)}
      />
    </div>
  )
}
