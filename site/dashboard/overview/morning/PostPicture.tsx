import { FileText, Film } from 'lucide-react'

import type { MediaItem } from '#shared/media/media.ts'

type Props = { item?: Pick<MediaItem, 'kind' | 'thumbnailUrl'> | undefined }

/** A post's first picture as a decorative square: its text is beside it. */
export function PostPicture({ item }: Props) {
  const Icon = item?.kind === 'video' ? Film : FileText
  return (
    <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-field bg-base-200 text-soft">
      {item?.thumbnailUrl ? (
        <img
          src={item.thumbnailUrl}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <Icon aria-hidden="true" className="size-5" />
      )}
    </span>
  )
}
