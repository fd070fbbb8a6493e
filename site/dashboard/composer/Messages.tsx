import { useStore } from '@nanostores/react'

import { networks } from '#shared/networks.ts'
import { Switch } from '#site/ui/Switch.tsx'
import {
  $draft,
  $enabled,
  setMessage,
  setMessageFor,
  setSameMessage,
  smallestLimit,
  tooLong,
} from './draft.ts'
import { $errors } from './errors.ts'
import { MessageBox } from './MessageBox.tsx'

/** What it says: once for all, or for each platform by itself. */
export function Messages() {
  const { sameMessage, message } = useStore($draft)
  const enabled = useStore($enabled)
  const errors = useStore($errors)
  const warnings = enabled.flatMap(network => {
    const warning = tooLong(message, network)
    return warning ? [`${networks[network].name}: ${warning}`] : []
  })
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
          label="Message"
          value={message}
          limit={smallestLimit(enabled)}
          onChange={setMessage}
          warnings={warnings}
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
  if (enabled.length === 0) return <p className="text-sm text-soft">Turn on a platform to write for it.</p>
  return enabled.map(network => {
    const warning = tooLong(messages[network], network)
    return (
      <MessageBox
        key={network}
        hard
        label={`Message for ${networks[network].name}`}
        value={messages[network]}
        limit={networks[network].maxChars}
        onChange={text => setMessageFor(network, text)}
        warnings={warning ? [warning] : []}
        error={errors[network]}
      />
    )
  })
}
