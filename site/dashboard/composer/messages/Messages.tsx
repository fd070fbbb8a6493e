import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { phoneProblem, tagProblem } from '#shared/posts/captions.ts'
import { type LinkTags, tagLinks } from '#shared/posts/link-tags.ts'
import { $similar, similarWarnings } from '#site/dashboard/composer/ai/similar.ts'
import { $connected } from '#site/dashboard/composer/draft/accounts.ts'
import {
  $draft,
  $enabled,
  setMessage,
  setMessageFor,
  setSameMessage,
  smallestLimit,
  tooLong,
} from '#site/dashboard/composer/draft/draft.ts'
import { $errors } from '#site/dashboard/composer/draft/errors.ts'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { $linkTags } from './link-tags.ts'
import { MessageBox } from './MessageBox.tsx'
import { $shownNetwork, showNetwork } from './shown-network.ts'

/** The message: one for all platforms, or a tab for each. */
export function Messages() {
  const { sameMessage, message } = useStore($draft)
  const enabled = useStore($enabled)
  const connected = Object.values(useStore($connected)).map(({ provider }) => provider)
  const errors = useStore($errors)
  const tags = useStore($linkTags)
  const similar = useStore($similar)
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
          warnings={[
            ...enabled.flatMap(network =>
              limitWarnings(network, message, tags, `${networks[network].name}: `),
            ),
            ...similarWarnings(similar),
          ]}
          error={errors.message}
        />
      ) : (
        <OwnMessages />
      )}
    </section>
  )
}

function OwnMessages() {
  const { messages } = useStore($draft)
  const enabled = useStore($enabled)
  const shown = useStore($shownNetwork)
  const errors = useStore($errors)
  const tags = useStore($linkTags)
  const similar = useStore($similar)
  const wrong = enabled.find(network => errors[network])

  useEffect(() => {
    if (wrong) showNetwork(wrong)
  }, [wrong])

  if (!shown) return <p className="px-4 py-3 text-sm text-soft">Turn on a platform to write for it.</p>
  return (
    <Tabs
      label="Message of each platform"
      tabs={enabled.map(network => ({
        key: network,
        label: (
          <>
            <NetworkMark network={network} decorative className="size-4" />
            {networks[network].shortName}
            {(errors[network] ?? tooLong(tagLinks(messages[network], network, tags), network)) && (
              <CircleAlert role="img" aria-label="Needs a change" className="size-4 text-error" />
            )}
          </>
        ),
      }))}
      selected={shown}
      onSelect={showNetwork}
      flush
    >
      <MessageBox
        key={shown}
        box={shown}
        hard
        label={`Message for ${networks[shown].name}`}
        value={messages[shown]}
        networks={[shown]}
        limit={networks[shown].maxChars}
        onChange={text => setMessageFor(shown, text)}
        warnings={[
          ...limitWarnings(shown, messages[shown], tags),
          ...similarWarnings(similar.filter(post => post.network === shown)),
        ]}
        error={errors[shown]}
      />
    </Tabs>
  )
}

/** Returns warnings about what a network would reject. */
function limitWarnings(network: NetworkId, text: string, tags: LinkTags | null, before = ''): string[] {
  const message = tagLinks(text, network, tags)
  const length = tooLong(message, network)
  return [
    length && `${before}${length}`,
    tagProblem(network, message),
    phoneProblem(network, message),
  ].filter(warning => warning !== undefined)
}
