import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'

import { takesInWords, whatGoes } from '#shared/network-media.ts'
import { networks } from '#shared/networks.ts'
import { Button } from '#site/ui/Button.tsx'
import { $enabled } from './draft.ts'
import { $media } from './media.ts'
import { $oneKind, $positions, chooseKind } from './network-media.ts'

/** Where a network takes pictures or one video: what goes there, and the other choice. */
export function OneKindNote() {
  const media = useStore($media)
  const positions = useStore($positions)
  const kind = useStore($oneKind)
  const network = useStore($enabled).find(each => positions[each].length < media.length)
  if (!network) return null
  const other = kind === 'video' ? 'image' : 'video'
  const kinds = media.map(item => item.kind)
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-info/35 bg-info/10 px-4 py-3 text-sm"
    >
      <Info aria-hidden="true" className="size-5 shrink-0 text-info" />
      <p className="min-w-48 grow basis-0">
        {takesInWords(network)}: {whatGoes(kinds, positions[network])}.
      </p>
      {networks[network].video && kinds.includes(other) && (
        <Button small onClick={() => chooseKind(other)}>
          Send the {other === 'video' ? 'video' : 'pictures'} instead
        </Button>
      )}
    </div>
  )
}
