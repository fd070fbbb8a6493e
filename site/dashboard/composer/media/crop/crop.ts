import { atom } from 'nanostores'

import type { MediaItem } from '#shared/media/media.ts'
import type { CropArea } from '#shared/posts/drafts.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { type DraftMedia, findMedia, patchMedia, releaseUrl } from '../media.ts'

export const RATIOS = {
  original: { label: 'Original', aspect: undefined },
  '1:1': { label: '1:1', aspect: 1 },
  '4:5': { label: '4:5', aspect: 4 / 5 },
  '9:16': { label: '9:16', aspect: 9 / 16 },
  '1.91:1': { label: '1.91:1', aspect: 1.91 },
} as const
export type Ratio = keyof typeof RATIOS

export const isRatio = (text: string): text is Ratio => text in RATIOS

export const $cropping = atom<number | undefined>(undefined)

/** Returns the uncropped picture. */
export const originalOf = ({ crop, upload }: DraftMedia): MediaItem | undefined =>
  crop?.original ?? (upload.state === 'uploaded' ? upload.item : undefined)

/** Tolerates rounding, which makes a whole picture slightly smaller. */
const isWhole = ({ width, height }: CropArea) => width > 0.998 && height > 0.998

/**
 * Replaces a picture with its crop; the original stays for cropping again.
 * @returns an error message, if any
 */
export async function applyCrop(id: number, ratio: Ratio, area: CropArea): Promise<string | undefined> {
  const item = findMedia(id)
  const original = item && originalOf(item)
  if (!item || !original) return undefined
  if (isWhole(area)) {
    show(item, original, undefined)
    return undefined
  }
  try {
    const call = api.media[':id'].crop.$post({ param: { id: original._id }, json: area })
    show(item, await dataOf(call), { original, ratio, area })
    return undefined
  } catch (error) {
    return messageOf(error, 'This picture wasn’t cropped. Try again.')
  }
}

function show({ id, url }: DraftMedia, shown: MediaItem, crop: DraftMedia['crop']) {
  releaseUrl(url)
  patchMedia(id, { url: shown.url, bytes: shown.bytes, upload: { state: 'uploaded', item: shown }, crop })
}
