import { useStore } from '@nanostores/react'
import { CircleAlert, MessageCirclePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { networkNames } from '#shared/listed.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { lengthProblem, phoneProblem, tagProblem } from '#shared/posts/captions.ts'
import { commentLength, commentLimit, takesFirstComment } from '#shared/posts/first-comments.ts'
import { type LinkTags, tagLinks } from '#shared/posts/link-tags.ts'
import {
  $connected,
  $draft,
  $enabled,
  setMessage,
  setMessageFor,
  setSameMessage,
  smallestLimit,
  $errors,
  commentFor,
  setFirstComment,
  setFirstCommentFor,
} from '#site/dashboard/composer/draft/draft.ts'
import { Button } from '#site/ui/Button.tsx'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { MessageBox } from './MessageBox.tsx'
import { $linkTags, $areBeside, $shownNetwork, showNetwork } from './shown-network.ts'

export function Messages() {
  const { sameMessage, message } = useStore($draft)
  const enabled = useStore($enabled)
  const connected = Object.values(useStore($connected)).map(({ provider }) => provider)
  const errors = useStore($errors)
  const tags = useStore($linkTags)
  return (
    <section aria-labelledby="messages-heading" className="grid grid-cols-1">
      <div className="flex flex-wrap items-center justify-between gap-x-6 px-4 py-1">
        <h2 id="messages-heading" className="text-sm max-sm:sr-only">
          Message
        </h2>
        <Switch
          label={<span className="max-[22rem]:text-[0.8125rem]">Same message for all platforms</span>}
          checked={sameMessage}
          onChange={setSameMessage}
        />
      </div>
      {sameMessage ? (
        <MessageBox
          box="message"
          label="Message"
          value={message}
          networks={enabled}
          limit={smallestLimit(enabled, connected)}
          onChange={setMessage}
          warnings={enabled.flatMap(network =>
            limitWarnings(network, message, tags, `${networks[network].name}: `),
          )}
          error={errors.message}
        />
      ) : (
        <OwnMessages />
      )}
    </section>
  )
}

/** A box for each platform, side by side in a wide window, or else in tabs. */
function OwnMessages() {
  const enabled = useStore($enabled)
  const shown = useStore($shownNetwork)
  const errors = useStore($errors)
  const areBeside = useStore($areBeside)
  const wrong = enabled.find(network => errors[network])

  useEffect(() => {
    if (wrong) showNetwork(wrong)
  }, [wrong])

  if (!shown) return <p className="px-4 py-3 text-sm text-soft">Turn on a platform to write for it.</p>
  if (areBeside)
    return (
      <div className="flex divide-x divide-base-300 border-t border-base-300">
        {enabled.map(network => (
          <div key={network} className="min-w-0 flex-1">
            <h3 className="flex items-center gap-2 px-4 pt-2.5 font-sans text-sm font-semibold tracking-normal">
              <PlatformLabel network={network} />
            </h3>
            <OwnMessage network={network} />
          </div>
        ))}
      </div>
    )
  return (
    <Tabs
      label="Message of each platform"
      tabs={enabled.map(network => ({ key: network, label: <PlatformLabel network={network} /> }))}
      selected={shown}
      onSelect={showNetwork}
      flush
    >
      <OwnMessage key={shown} network={shown} />
    </Tabs>
  )
}

function PlatformLabel({ network }: { network: NetworkId }) {
  const { messages } = useStore($draft)
  const errors = useStore($errors)
  const tags = useStore($linkTags)
  return (
    <>
      <NetworkMark network={network} decorative className="size-4" />
      {networks[network].shortName}
      {(errors[network] ?? lengthProblem(network, tagLinks(messages[network], network, tags))) && (
        <CircleAlert role="img" aria-label="Needs a change" className="size-4 text-error" />
      )}
    </>
  )
}

function OwnMessage({ network }: { network: NetworkId }) {
  const { messages } = useStore($draft)
  const errors = useStore($errors)
  const tags = useStore($linkTags)
  return (
    <MessageBox
      box={network}
      hard
      label={`Message for ${networks[network].name}`}
      value={messages[network]}
      networks={[network]}
      limit={networks[network].maxChars}
      onChange={text => setMessageFor(network, text)}
      warnings={limitWarnings(network, messages[network], tags)}
      error={errors[network]}
    />
  )
}

function limitWarnings(network: NetworkId, text: string, tags: LinkTags | null, before = ''): string[] {
  const message = tagLinks(text, network, tags)
  const length = lengthProblem(network, message)
  return [
    length && `${before}${length}`,
    tagProblem(network, message),
    phoneProblem(network, message),
  ].filter(warning => warning !== undefined)
}

/** Optional comment added under the post once it is published. */
export function FirstComment() {
  const draft = useStore($draft)
  const commented = useStore($enabled).filter(takesFirstComment)
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
        className="-ms-1 justify-self-start"
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
