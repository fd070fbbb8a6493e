import { useStore } from '@nanostores/react'
import { Repeat, Tag } from 'lucide-react'
import { useState } from 'react'

import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { Button } from '#site/ui/Button.tsx'
import { $draft, $onlyArticle } from './draft/draft.ts'
import { $editing, $isPartlyOut } from './edit/editing.ts'
import { Extras } from './Extras.tsx'
import { FirstComment } from './messages/FirstComment.tsx'

/** Offers a button for each further part of a post, such as a first comment or labels. */
export const Additions = () => (
  <>
    <FirstComment />
    <Extras />
    <PostLabels />
    <PostRepeat />
  </>
)

/** Loads lazily, because most posts aren't articles. */
const ArticleTitle = lazyPart(async () => (await import('./ArticleTitle.tsx')).ArticleTitle, {
  what: 'The field for the title',
})

/** An article's title stands above its text if the post goes out as nothing else. */
export function TitleAbove() {
  const network = useStore($onlyArticle)
  return (
    network && (
      <div className="px-4 pt-3">
        <ArticleTitle network={network} />
      </div>
    )
  )
}

/** Loads lazily, because most posts have no labels. */
const LabelInput = lazyPart(
  async () => (await import('#site/dashboard/shared/labels/LabelInput.tsx')).LabelInput,
  { what: 'The field for labels' },
)

/** Labels of the post, which aren't published. */
function PostLabels() {
  const { labels } = useStore($draft)
  const isPartlyOut = useStore($isPartlyOut)
  const [isAdding, setIsAdding] = useState(false)

  if (isPartlyOut) return null
  if (!isAdding && labels.length === 0)
    return (
      <Button small variant="quiet" className="-ms-1" onClick={() => setIsAdding(true)} icon={<Tag />}>
        Add labels
      </Button>
    )
  return (
    <div className="min-w-0 grow">
      <LabelInput
        label="Labels"
        focusOnMount={isAdding}
        labels={labels}
        onChange={changed => $draft.setKey('labels', changed)}
      />
    </div>
  )
}

/** Loads lazily, because most posts don't repeat. */
const RepeatInput = lazyPart(async () => (await import('./send/RepeatInput.tsx')).RepeatInput, {
  what: 'The field for repeating',
})

function PostRepeat() {
  const { isScheduled, publishAt, repeat } = useStore($draft)
  const isEdit = useStore($editing) !== undefined
  const [isOpen, setIsOpen] = useState(false)

  if (!isScheduled || !publishAt || isEdit) return null
  if (!isOpen && !repeat)
    return (
      <Button small variant="quiet" className="-ms-1" onClick={() => setIsOpen(true)} icon={<Repeat />}>
        Repeat
      </Button>
    )
  return (
    <div className="min-w-0 grow basis-full">
      <RepeatInput focusOnMount={isOpen} />
    </div>
  )
}
