import { join } from 'node:path'
import sharp from 'sharp'

const SCENES = join(import.meta.dirname, '../../../site/assets/scenes')
const SIDE = 1080
const QUALITY = 86

const drawn = new Map<string, Promise<File>>()

/** Returns a scene as a square JPEG. Each scene is drawn only once. */
export function drawPicture(scene: string): Promise<File> {
  const picture = drawn.get(scene) ?? draw(scene)
  drawn.set(scene, picture)
  return picture
}

/** Adds light and grain to make the file as large as a photo, because Google refuses small files. */
async function draw(scene: string): Promise<File> {
  const light = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><radialGradient id="l" cx=".3" cy=".2" r="1.1"><stop stop-color="#fff" stop-opacity=".28"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a1206" stop-opacity=".34"/></radialGradient><rect width="100%" height="100%" fill="url(#l)"/></svg>`,
  )
  const bytes = await sharp(join(SCENES, `${scene}.svg`))
    .flatten({ background: '#fff' })
    .composite([
      { input: light, blend: 'over' },
      { input: await grain(), tile: true, blend: 'soft-light' },
    ])
    .jpeg({ quality: QUALITY })
    .toBuffer()
  return new File([new Uint8Array(bytes)], `${scene}.jpg`, { type: 'image/jpeg' })
}

const grain = () =>
  sharp({
    create: {
      width: 360,
      height: 360,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 11 },
    },
  })
    .png()
    .toBuffer()
