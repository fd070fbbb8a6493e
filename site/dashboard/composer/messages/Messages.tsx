import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { networks } from '#shared/networks.ts'
import {
  $connected,
  $draft,
  $enabled,
  $stories,
  setMessage,
  setSameMessage,
  smallestLimit,
  $errors,
} from '#site/dashboard/composer/draft/draft.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { MessageBox, messageWarnings, NoText } from './MessageBox.tsx'
import { $textRules } from './shown-network.ts'

const OwnMessages = lazyPart(async () => (await import('./OwnMessages.tsx')).OwnMessages)

export function Messages() {
  useEffect(() => OwnMessages.load(), [])
  const { sameMessage, message } = useStore($draft)
  const stories = useStore($stories)
  const all = useStore($enabled)
  // A story is published without its text.
  const enabled = all.filter(network => !stories.includes(network))
  const connected = Object.values(useStore($connected)).map(({ provider }) => provider)
  const errors = useStore($errors)
  const rules = useStore($textRules)
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
      {sameMessage && all.length > 0 && enabled.length === 0 ? (
        <NoText />
      ) : sameMessage ? (
        <MessageBox
          field="message"
          label="Message"
          value={message}
          networks={enabled}
          limit={smallestLimit(enabled, connected)}
          onChange={setMessage}
          warnings={enabled.flatMap(network =>
            messageWarnings(network, message, rules, `${networks[network].name}: `),
          )}
          error={errors.message}
        />
      ) : (
        <OwnMessages />
      )}
    </section>
  )
}
