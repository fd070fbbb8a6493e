import { useStore } from '@nanostores/react'
import { CircleDashed, Heading, MessageCirclePlus, Repeat, Tag, Ticket, Users } from 'lucide-react'

import { networkNames } from '#shared/format-list.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { commentFor, supportsFirstComment } from '#shared/posts/draft-texts.ts'
import { normalizeExtras } from '#shared/posts/extras-rules.ts'
import {
  BUTTON_LABELS,
  KIND_LABELS,
  NO_ARTICLE,
  NO_EXTRAS,
  type PostExtras,
  type PostKind,
} from '#shared/posts/extras.ts'
import { commentLength, commentLimit } from '#shared/posts/first-comments.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { FieldError, TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import {
  $draft,
  $enabled,
  $errors,
  $identity,
  $onlyArticle,
  $stories,
  extrasFor,
  setExtras,
  setFirstComment,
  setFirstCommentFor,
  setMessage,
} from './draft/draft.ts'
import { $startedAt } from './draft/drafts.ts'
import { $editing, $isPartlyOut } from './edit/editing.ts'
import { Addition, ExtrasFrame, focusFirstField } from './ExtrasFrame.tsx'

/** The optional parts of a post. */
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
        <div ref={isAdding ? focusFirstField : undefined} className="grid grid-cols-1 gap-3">
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

const ExtrasInput = lazyPart(async () => (await import('./ExtrasInput.tsx')).ExtrasInput, {
  what: 'The fields of an event or offer',
})

const ArticleInput = lazyPart(async () => (await import('./ArticleInput.tsx')).ArticleInput, {
  what: 'The fields of an article',
})

const PeopleInput = lazyPart(async () => (await import('./PeopleInput.tsx')).PeopleInput, {
  what: 'The fields for people, a place and a cover',
})

export function Extras() {
  const enabled = useStore($enabled)
  const startedAt = useStore($startedAt)
  const { id } = useStore($identity)
  return (
    <>
      <Stories networks={enabled.filter(network => networks[network].story)} />
      {enabled
        .filter(
          network =>
            networks[network].people || networks[network].kinds.some(kind => KINDS_WITH_FIELDS[kind]),
        )
        .map(network => (
          <ExtrasOf key={`${network} ${id} ${startedAt?.toISOString()}`} network={network} />
        ))}
    </>
  )
}

const KINDS_WITH_FIELDS: Partial<Record<PostKind, true>> = { event: true, offer: true, article: true }

/** The fields of one network. */
function ExtrasOf({ network }: { network: NetworkId }) {
  const draft = useStore($draft)
  // Renders again when the business's button of new posts changes.
  useStore($selectedDomain)
  const isAlone = useStore($onlyArticle) === network

  const stories = useStore($stories)
  if (stories.includes(network)) return null
  const { kinds, people } = networks[network]
  const entered = draft.extras[network]
  const button = extrasFor(draft, network)?.button
  const [Input, label, icon] = people
    ? ([PeopleInput, 'Tag people, a place or a cover', <Users key="people" />] as const)
    : kinds.includes('article')
      ? ([
          ArticleInput,
          isAlone ? 'Add an excerpt, categories or tags' : 'Add a title, categories or tags',
          <Heading key="article" />,
        ] as const)
      : ([
          ExtrasInput,
          button ? `Button: ${BUTTON_LABELS[button]}` : 'Add an event, offer or button',
          <Ticket key="event" />,
        ] as const)
  const isPresent = entered != null && !(isAlone && hasOnlyTitle(entered))
  return (
    <Addition label={label} icon={icon} isPresent={isPresent}>
      {(isAdding, close) => (
        <div className="min-w-0 grow basis-full">
          <Input
            network={network}
            focusOnMount={isAdding}
            onRemove={() => {
              const titled = isAlone && entered?.title
              setExtras(network, titled ? { ...NO_EXTRAS, kind: 'article', title: titled } : null)
              close()
            }}
          />
        </div>
      )}
    </Addition>
  )
}

const hasOnlyTitle = ({ article = NO_ARTICLE }: PostExtras) =>
  [article.excerpt, ...article.categories, ...article.tags].join('') === ''

const KINDS = (['update', 'story'] as const).map(key => ({
  key,
  label: key === 'update' ? 'Post' : KIND_LABELS[key],
}))

/** Makes the post a story on these networks, or an ordinary post again. Keeps other extras. */
function setKind(ids: readonly NetworkId[], kind: 'update' | 'story') {
  for (const network of ids) {
    const extras = { ...($draft.get().extras[network] ?? NO_EXTRAS), kind }
    setExtras(network, normalizeExtras(extras) ? extras : null)
  }
}

/** Chooses the networks on which the post is a story. Like its files, that can't change once it is public. */
function Stories({ networks: able }: { networks: readonly NetworkId[] }) {
  const stories = useStore($stories)
  const isPartlyOut = useStore($isPartlyOut)
  const { extras: error, message: unfit } = useStore($errors)
  const { sameMessage, message } = useStore($draft)
  const isAll = useStore($enabled).every(network => stories.includes(network))

  if (able.length === 0 || isPartlyOut) return null
  const isStory = able.some(network => stories.includes(network))
  const fields = (isAdding: boolean, close: () => void) => (
    <ExtrasFrame
      focusOnMount={isAdding}
      onRemove={() => {
        close()
        setKind(able, 'update')
      }}
    >
      {able.map(network => (
        <div key={network} className="flex flex-wrap items-center justify-between gap-2">
          <span className="flex items-center gap-2 text-sm">
            <NetworkMark network={network} decorative className="size-4" />
            {networks[network].shortName}
          </span>
          <Segments
            label={`Kind of post on ${networks[network].name}`}
            choices={KINDS}
            chosen={stories.includes(network) ? 'story' : 'update'}
            onChoose={kind => setKind([network], kind)}
          />
        </div>
      ))}
      <p className="text-sm text-soft">
        A story shows one picture or one video for 24 hours, without a text.
      </p>
      {sameMessage && isAll && (
        <TextField
          label="Name in your lists (optional)"
          hint="It isn’t published."
          value={message}
          error={unfit}
          onChange={event => setMessage(event.target.value)}
        />
      )}
      {error && <FieldError message={error} />}
    </ExtrasFrame>
  )
  return (
    <Addition
      label="Make it a story"
      icon={<CircleDashed />}
      isPresent={isStory}
      onAdd={() => setKind(able, 'story')}
    >
      {fields}
    </Addition>
  )
}
