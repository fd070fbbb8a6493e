import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'

import { describeSelection } from '#shared/media/describe-media.ts'
import { kindsOn, preferredKind } from '#shared/media/network-media.ts'
import { networks } from '#shared/networks.ts'
import { $stories } from '#site/dashboard/composer/draft/draft.ts'
import { Button } from '#site/ui/Button.tsx'
import { $media, $positions, $chosenKind, $restricted } from './media.ts'

/** Explains which files go to networks that take only pictures or one video, and offers the other kind. */
export function OneKindNote() {
  const media = useStore($media)
  const positions = useStore($positions)
  const chosen = useStore($chosenKind)
  const stories = useStore($stories)
  const restricted = useStore($restricted)
  const choosing = restricted.find(each => networks[each].video && !stories.includes(each))
  const kinds = choosing ? kindsOn(choosing, media) : []
  const other = preferredKind(kinds, chosen) === 'video' ? 'image' : 'video'
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2.5 gap-y-2 text-xs">
      <Info className="size-4 shrink-0 text-info" />
      <div className="grid min-w-48 grow basis-0 gap-1">
        {restricted.map(network => (
          <p key={network}>
            {describeSelection(
              network,
              kindsOn(network, media),
              positions[network],
              stories.includes(network),
            )}
          </p>
        ))}
      </div>
      {kinds.includes(other) && (
        <Button small onClick={() => $chosenKind.set(other)}>
          Send the {other === 'video' ? 'video' : 'pictures'} instead
        </Button>
      )}
    </div>
  )
}
