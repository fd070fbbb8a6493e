import sharp from 'sharp'

import { type Scene, scenes } from './scenes.ts'

const SIDE = 1080
const QUALITY = 86

const drawn = new Map<Scene, Promise<File>>()

/** Returns a scene as a square JPEG. Each scene is drawn only once. */
export function drawPicture(scene: Scene): Promise<File> {
  const picture = drawn.get(scene) ?? draw(scene)
  drawn.set(scene, picture)
  return picture
}

/** Adds light and grain to make the file as large as a photo, because Google refuses small files. */
async function draw(scene: Scene): Promise<File> {
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">${DEFS}${scenes[scene]}</svg>`,
  )
  const light = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><radialGradient id="l" cx=".3" cy=".2" r="1.1"><stop stop-color="#fff" stop-opacity=".28"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a1206" stop-opacity=".34"/></radialGradient><rect width="100%" height="100%" fill="url(#l)"/></svg>`,
  )
  const bytes = await sharp(drawing)
    .flatten({ background: '#fff' })
    .composite([
      { input: light, blend: 'over' },
      { input: await grain(), tile: true, blend: 'soft-light' },
    ])
    .jpeg({ quality: QUALITY })
    .toBuffer()
  return new File([new Uint8Array(bytes)], `${scene}.jpg`, { type: 'image/jpeg' })
}

let drawnGrain: Promise<Buffer> | undefined

const grain = () =>
  (drawnGrain ??= sharp({
    create: {
      width: 360,
      height: 360,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 11 },
    },
  })
    .png()
    .toBuffer())

const DEFS = `<defs>
<radialGradient id="crust" cx=".38" cy=".3" r=".85"><stop stop-color="#e8a95c"/><stop offset=".55" stop-color="#b8692a"/><stop offset="1" stop-color="#6f3813"/></radialGradient>
<linearGradient id="dawn" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#f7c489"/><stop offset=".5" stop-color="#f6dfc0"/><stop offset="1" stop-color="#fbeedb"/></linearGradient>
<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#7fa8b5"/><stop offset="1" stop-color="#2f5b6d"/></linearGradient>
<radialGradient id="milk" cx=".45" cy=".4" r=".6"><stop stop-color="#d79a5f"/><stop offset=".8" stop-color="#9c5b2b"/><stop offset="1" stop-color="#7a4420"/></radialGradient>
<radialGradient id="curd" cx=".4" cy=".35" r=".8"><stop stop-color="#ffe58a"/><stop offset="1" stop-color="#eeb72c"/></radialGradient>
</defs>`
