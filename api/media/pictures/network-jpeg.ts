import { stat } from 'node:fs/promises'
import type { JpegOptions, ResizeOptions, Sharp } from 'sharp'

/** Google's limits for a post's picture (https://support.google.com/business/answer/7213077), which are stricter than Instagram's. */
const MIN_BYTES = 10 * 1024
const MAX_BYTES = 5 * 1024 * 1024
const MIN_SIDE = 250
const LARGEST_WIDTH = 1440
const QUALITIES = [88, 75, 60]
/** Produces larger files, because a picture of a single colour would be below Google's minimum size. */
const GENEROUS: JpegOptions = { quality: 100, chromaSubsampling: '4:4:4', optimiseCoding: false }

type Frame = { resize: ResizeOptions & { width: number; height: number }; background: object }

/**
 * Writes the JPEG that networks fetch, within the limits of Instagram and Google.
 * @param frame within Instagram's widths and ratios
 */
export async function writeNetworkJpeg(
  source: () => Sharp,
  { resize, background }: Frame,
  path: string,
): Promise<void> {
  const write = async (factor: number, options: JpegOptions) => {
    const [width, height] = [resize.width, resize.height].map(side => Math.ceil(side * factor))
    await source()
      .resize({ ...resize, background, width, height })
      .jpeg(options)
      .toFile(path)
    return (await stat(path)).size
  }
  const enlarged = Math.max(1, MIN_SIDE / Math.min(resize.width, resize.height))
  for (const quality of QUALITIES) {
    const bytes = await write(enlarged, { quality })
    if (bytes < MIN_BYTES) await write(LARGEST_WIDTH / resize.width, GENEROUS)
    if (bytes <= MAX_BYTES) return
  }
}
