import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'

import { networks } from '#shared/networks.ts'
import { Button } from '#site/ui/Button.tsx'
import { $enabled } from './draft.ts'
import { $media, type DraftMedia } from './media.ts'
import { $oneKind, $positions, chooseKind } from './network-media.ts'

/** Where a network takes pictures or one video: what goes there, and the other choice. */
export function OneKindNote() {
  const media = useStore($media)
  const positions = useStore($positions)
  const kind = useStore($oneKind)
  const network = useStore($enabled).find(each => positions[each].length < media.length)
  if (!network) return null
  const other = kind === 'video' ? 'image' : 'video'
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-info/35 bg-info/10 px-4 py-3 text-sm"
    >
      <Info aria-hidden="true" className="size-5 shrink-0 text-info" />
      <p className="min-w-48 grow basis-0">
        {networks[network].name} takes pictures or one video in a post: {whatGoes(media, positions[network])}.
      </p>
      {media.some(item => item.kind === other) && (
        <Button small onClick={() => chooseKind(other)}>
          Send the {other === 'video' ? 'video' : 'pictures'} instead
        </Button>
      )}
    </div>
  )
}

function whatGoes(media: readonly DraftMedia[], positions: readonly number[]): string {
  const [first] = positions
  if (first !== undefined && media[first]?.kind === 'video') {
    return media.filter(({ kind }) => kind === 'video').length > 1
      ? 'the first video goes there'
      : 'the video goes there'
  }
  return positions.length === 1 ? 'the picture goes there' : `the ${positions.length} pictures go there`
}
