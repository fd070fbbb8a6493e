import { useStore } from '@nanostores/react'
import { Repeat, Tag, MessageCirclePlus } from 'lucide-react'

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
import { Addition, focusField } from './ExtrasFrame.tsx'

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
  if (isPartlyOut) return null
  return (
    <Addition label="Add labels" icon={<Tag />} isPresent={labels.length > 0}>
      {isAdding => (
        <div className="min-w-0 grow">
          <LabelInput
            label="Labels"
            focusOnMount={isAdding}
            labels={labels}
            onChange={changed => $draft.setKey('labels', changed)}
          />
        </div>
      )}
    </Addition>
  )
}

const RepeatInput = lazyPart(async () => (await import('./send/RepeatInput.tsx')).RepeatInput, {
  what: 'The field for repeating',
})

function PostRepeat() {
  const { isScheduled, publishAt, repeat } = useStore($draft)
  const isEdit = useStore($editing) !== undefined
  if (!isScheduled || !publishAt || isEdit) return null
  return (
    <Addition label="Repeat" icon={<Repeat />} isPresent={repeat !== null}>
      {isAdding => (
        <div className="min-w-0 grow basis-full">
          <RepeatInput focusOnMount={isAdding} />
        </div>
      )}
    </Addition>
  )
}

function FirstComment() {
  const draft = useStore($draft)
  const commented = useStore($enabled).filter(network => supportsFirstComment(draft, network))
  const { firstComment: error } = useStore($errors)
  if (commented.length === 0) return null
  return (
    <Addition
      label="Add a first comment"
      icon={<MessageCirclePlus />}
      isPresent={commented.some(network => commentFor(draft, network) !== '')}
    >
      {isAdding => (
        <div ref={isAdding ? focusField : undefined} className="grid grid-cols-1 gap-3">
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
      )}
    </Addition>
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
