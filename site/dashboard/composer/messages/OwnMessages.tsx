import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { $draft, $enabled, $errors, $stories, setMessageFor } from '#site/dashboard/composer/draft/draft.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { MessageBox, messageWarnings, NoText } from './MessageBox.tsx'
import { $isSideBySide, $shownNetwork, $textRules, showNetwork } from './shown-network.ts'

/** A message for each platform, side by side in a wide window, otherwise in tabs. */
export function OwnMessages() {
  const enabled = useStore($enabled)
  const shown = useStore($shownNetwork)
  const errors = useStore($errors)
  const isSideBySide = useStore($isSideBySide)
  const firstInvalid = enabled.find(network => errors[network])

  useEffect(() => {
    if (firstInvalid) showNetwork(firstInvalid)
  }, [firstInvalid])

  if (!shown) return <p className="px-4 py-3 text-sm text-soft">Turn on a platform to write for it.</p>
  if (isSideBySide)
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
      label="Messages by platform"
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
  const rules = useStore($textRules)
  const isStory = useStore($stories).includes(network)
  const needsChange =
    errors[network] ?? (!isStory && messageWarnings(network, messages[network], rules).length > 0)
  return (
    <>
      <NetworkMark network={network} decorative className="size-4" />
      {networks[network].shortName}
      {needsChange && <CircleAlert role="img" aria-label="Needs a change" className="size-4 text-error" />}
    </>
  )
}

function OwnMessage({ network }: { network: NetworkId }) {
  const { messages } = useStore($draft)
  const errors = useStore($errors)
  const rules = useStore($textRules)
  if (useStore($stories).includes(network)) return <NoText />
  return (
    <MessageBox
      field={network}
      enforcesLimit
      label={`Message for ${networks[network].name}`}
      value={messages[network]}
      networks={[network]}
      limit={networks[network].maxChars}
      onChange={text => setMessageFor(network, text)}
      warnings={messageWarnings(network, messages[network], rules)}
      error={errors[network]}
    />
  )
}
