import { useStore } from '@nanostores/react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { tagProblem } from '#shared/posts/captions.ts'
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
import { MessageBox } from './MessageBox.tsx'

/** The message: one for all platforms, or one for each. */
export function Messages() {
  const { sameMessage, message } = useStore($draft)
  const enabled = useStore($enabled)
  const connected = Object.values(useStore($connected)).map(({ provider }) => provider)
  const errors = useStore($errors)
  const similar = useStore($similar)
  return (
    <section aria-labelledby="words" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="words" className="text-lg">
          What it says
        </h2>
        <Switch label="Same message for all platforms" checked={sameMessage} onChange={setSameMessage} />
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
            ...enabled.flatMap(network => limitWarnings(network, message, `${networks[network].name}: `)),
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
  const errors = useStore($errors)
  const similar = useStore($similar)
  if (enabled.length === 0) return <p className="text-sm text-soft">Turn on a platform to write for it.</p>
  return enabled.map(network => (
    <MessageBox
      key={network}
      box={network}
      hard
      label={`Message for ${networks[network].name}`}
      value={messages[network]}
      networks={[network]}
      limit={networks[network].maxChars}
      onChange={text => setMessageFor(network, text)}
      warnings={[
        ...limitWarnings(network, messages[network]),
        ...similarWarnings(similar.filter(post => post.network === network)),
      ]}
      error={errors[network]}
    />
  ))
}

/** Returns warnings about a network's limits. */
function limitWarnings(network: NetworkId, message: string, before = ''): string[] {
  const length = tooLong(message, network)
  return [length && `${before}${length}`, tagProblem(network, message)].filter(
    warning => warning !== undefined,
  )
}
