import sharp from 'sharp'

type Photograph = { width: number; height: number; background: string; sigma: number; quality: number }

/** Creates a JPEG of noise, which compresses no better than a photograph. */
export const createPhotograph = ({ width, height, background, sigma, quality }: Photograph) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma }, background },
  })
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true })
