import { useStore } from '@nanostores/react'
import { MessageCirclePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { networkNames } from '#shared/listed.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { commentFor, isCommented } from '#shared/posts/draft-texts.ts'
import { commentLength, commentLimit } from '#shared/posts/first-comments.ts'
import {
  $draft,
  $enabled,
  $errors,
  setFirstComment,
  setFirstCommentFor,
} from '#site/dashboard/composer/draft/draft.ts'
import { Button } from '#site/ui/Button.tsx'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'

/** Optional comment added under the post once it is published. */
export function FirstComment() {
  const draft = useStore($draft)
  const commented = useStore($enabled).filter(network => isCommented(draft, network))
  const { firstComment: error } = useStore($errors)
  const [wanted, setWanted] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wanted) root.current?.querySelector('textarea')?.focus()
  }, [wanted])

  if (commented.length === 0) return null
  if (!wanted && commented.every(network => commentFor(draft, network) === '')) {
    return (
      <Button
        small
        variant="quiet"
        className="-ms-1"
        onClick={() => setWanted(true)}
        icon={<MessageCirclePlus />}
      >
        Add a first comment
      </Button>
    )
  }
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
