import { useState } from 'react'

import type { MediaItem } from '#shared/media/media.ts'
import type { CropArea } from '#shared/posts/drafts.ts'
import { CropFrame } from '#site/dashboard/shared/crop/CropFrame.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { FieldError } from '#site/ui/fields/Field.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { type DraftMedia, findMedia, originalOf, patchMedia, releaseUrl } from './media.ts'

const RATIOS = {
  original: { label: 'Original', aspect: undefined },
  '1:1': { label: '1:1', aspect: 1 },
  '4:5': { label: '4:5', aspect: 4 / 5 },
  '9:16': { label: '9:16', aspect: 9 / 16 },
  '1.91:1': { label: '1.91:1', aspect: 1.91 },
} as const
type Ratio = keyof typeof RATIOS

const isRatio = (text: string): text is Ratio => text in RATIOS

/** Tolerates rounding, which makes a whole picture slightly smaller. */
const isWhole = ({ width, height }: CropArea) => width > 0.998 && height > 0.998

/** Replaces a picture with its crop. Keeps the original for cropping again. @returns an error message, if any */
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

const HINT =
  'Instagram shows pictures from 4:5 to 1.91:1. What is taller or wider gets a border there. A story fills the screen at 9:16.'

type CropDialogProps = { item: DraftMedia; original: MediaItem; onClose: () => void }

export function CropDialog({ item, original, onClose }: CropDialogProps) {
  const [ratio, setRatio] = useState<Ratio>(
    item.crop && isRatio(item.crop.ratio) ? item.crop.ratio : 'original',
  )
  /** Undefined until the picture has loaded. */
  const [area, setArea] = useState<CropArea>()
  const [problem, setProblem] = useState<string>()

  function choose(chosen: Ratio) {
    if (chosen === ratio) return
    setRatio(chosen)
    setArea(undefined)
  }

  async function apply() {
    if (!area) return
    const wrong = await applyCrop(item.id, ratio, area)
    setProblem(wrong)
    if (!wrong) onClose()
  }

  return (
    <ActionModal
      wide
      title={`Crop ${item.name}`}
      label="Use this crop"
      disabled={!area}
      onClose={onClose}
      onAction={apply}
    >
      <div className="grid gap-4">
        <Ratios chosen={ratio} onChoose={choose} />
        <CropFrame
          key={ratio}
          url={original.url}
          aspect={RATIOS[ratio].aspect ?? original.width / original.height}
          className="h-[min(24rem,45dvh)] bg-neutral"
          {...(item.crop?.ratio === ratio && { initialCroppedAreaPercentages: inPercent(item.crop.area) })}
          onArea={percent => setArea(inShares(percent))}
          onUnreadable={() => setProblem('The picture didn’t load. Close this and try again.')}
        />
        <p className="text-xs text-soft">{HINT}</p>
        <div role="alert">{problem && <FieldError message={problem} />}</div>
      </div>
    </ActionModal>
  )
}

const Ratios = ({ chosen, onChoose }: { chosen: Ratio; onChoose: (ratio: Ratio) => void }) => (
  <div className="grid justify-items-start gap-2">
    <p aria-hidden="true" className="text-sm font-semibold">
      Shape
    </p>
    <Segments
      wraps
      label="Shape"
      choices={Object.entries(RATIOS).map(([key, { label }]) => ({ key, label }))}
      chosen={chosen}
      onChoose={ratio => isRatio(ratio) && onChoose(ratio)}
    />
  </div>
)

const clamp = (share: number) => Math.min(1, Math.max(0, share))

const scaled = ({ x, y, width, height }: CropArea, scale: (value: number) => number): CropArea => ({
  x: scale(x),
  y: scale(y),
  width: scale(width),
  height: scale(height),
})

const inShares = (area: CropArea) => scaled(area, percent => clamp(percent / 100))
const inPercent = (area: CropArea) => scaled(area, share => share * 100)
