import { useStore } from '@nanostores/react'
import { Repeat, Tag, MessageCirclePlus } from 'lucide-react'
import { useState, useEffect, useRef } from 'react'

import { networkNames } from '#shared/format-list.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { commentFor, supportsFirstComment } from '#shared/posts/draft-texts.ts'
import { commentLength, commentLimit } from '#shared/posts/first-comments.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import {
  $draft,
  $enabled,
  $errors,
  setFirstComment,
  setFirstCommentFor,
  $onlyArticle,
} from './draft/draft.ts'
import { $editing, $isPartlyOut } from './edit/editing.ts'
import { Extras } from './Extras.tsx'
import { AddButton } from './ExtrasFrame.tsx'

export const Additions = () => (
  <>
    <FirstComment />
    <Extras />
    <PostLabels />
    <PostRepeat />
  </>
)

const ArticleTitle = lazyPart(async () => (await import('./ArticleInput.tsx')).ArticleTitle, {
  what: 'The field for the title',
})

/** The title of an article, above its text if the post is nothing else. */
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

const LabelInput = lazyPart(
  async () => (await import('#site/dashboard/shared/labels/LabelInput.tsx')).LabelInput,
  { what: 'The field for labels' },
)

function PostLabels() {
  const { labels } = useStore($draft)
  const isPartlyOut = useStore($isPartlyOut)
  const [isAdding, setIsAdding] = useState(false)

  if (isPartlyOut) return null
  if (!isAdding && labels.length === 0)
    return (
      <AddButton onClick={() => setIsAdding(true)} icon={<Tag />}>
        Add labels
      </AddButton>
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
      <AddButton onClick={() => setIsOpen(true)} icon={<Repeat />}>
        Repeat
      </AddButton>
    )
  return (
    <div className="min-w-0 grow basis-full">
      <RepeatInput focusOnMount={isOpen} />
    </div>
  )
}

function FirstComment() {
  const draft = useStore($draft)
  const commented = useStore($enabled).filter(network => supportsFirstComment(draft, network))
  const { firstComment: error } = useStore($errors)
  const [isAdding, setIsAdding] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAdding) root.current?.querySelector('textarea')?.focus()
  }, [isAdding])

  if (commented.length === 0) return null
  if (!isAdding && commented.every(network => commentFor(draft, network) === ''))
    return (
      <AddButton onClick={() => setIsAdding(true)} icon={<MessageCirclePlus />}>
        Add a first comment
      </AddButton>
    )
  return (
    <div ref={root} className="grid grid-cols-1 gap-3">
      {draft.sameMessage ? (
        <CommentBox
          label="First comment"
          on={commented}
          value={draft.firstComment}
          error={error}
          onChange={setFirstComment}
        />
      ) : (
        commented.map(network => (
          <CommentBox
            key={network}
            label={`First comment on ${networks[network].name}`}
            on={[network]}
            value={draft.firstComments[network]}
            error={error}
            onChange={text => setFirstCommentFor(network, text)}
          />
        ))
      )}
    </div>
  )
}

type CommentBoxProps = {
  label: string
  on: readonly NetworkId[]
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

const CommentBox = ({ label, on, value, error, onChange }: CommentBoxProps) => (
  <TextArea
    label={label}
    value={value}
    rows={2}
    onChange={event => onChange(event.target.value)}
    hint={`Added on ${networkNames(on)} right after the post is published.`}
    className="field-sizing-content max-h-60 min-h-18"
    aside={<CharacterCount length={commentLength(on, value)} limit={commentLimit(on)} />}
    {...(error && { error })}
  />
)
