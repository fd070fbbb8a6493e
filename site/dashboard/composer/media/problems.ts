import { computed } from 'nanostores'

import { checkMedia } from '#shared/media/limits.ts'
import { $enabled } from '#site/dashboard/composer/draft/draft.ts'
import { $media, type DraftMedia } from './media.ts'
import { $positions } from './network-media.ts'

/** Reasons why a network would reject a file, by the file's id. */
export const $mediaProblems = computed(
  [$media, $enabled, $positions],
  (media, enabled, positions): ReadonlyMap<number, string> =>
    new Map(
      media.flatMap((item, position) => {
        const problem = problemOf(
          item,
          enabled.filter(network => positions[network].includes(position)),
        )
        return problem ? [[item.id, problem] as const] : []
      }),
    ),
)

function problemOf({ upload }: DraftMedia, chosen: Parameters<typeof checkMedia>[1]): string | undefined {
  if (upload.state !== 'kept' || upload.item.kind !== 'video') return undefined
  const { name, bytes, width, duration = 0, codec, audioCodec, fps } = upload.item
  return checkMedia(
    {
      kind: 'video',
      name,
      bytes,
      width,
      duration,
      ...(codec !== undefined && { codec }),
      ...(audioCodec !== undefined && { audioCodec }),
      ...(fps !== undefined && { fps }),
    },
    chosen,
  )
}
