import sharp from 'sharp'

const drawn = new Map<number, Promise<Buffer<ArrayBuffer>>>()

/** Creates a picture with gradients and grain, like a camera's. Draws each hue once. */
export async function picture(name: string, hue: number): Promise<File> {
  const jpeg = drawn.get(hue) ?? draw(hue)
  drawn.set(hue, jpeg)
  return new File([await jpeg], name, { type: 'image/jpeg' })
}

async function draw(hue: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640">
    <filter id="grain"><feTurbulence baseFrequency="0.1"/></filter>
    <rect width="640" height="640" fill="hsl(${hue} 60% 70%)"/>
    <rect width="640" height="640" filter="url(#grain)" opacity="0.3"/>
    <circle cx="320" cy="320" r="200" fill="hsl(${hue + 40} 70% 45%)"/>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

/** Returns a file for a file input of a page. */
export const inputFile = async (file: File) => ({
  name: file.name,
  mimeType: file.type,
  buffer: Buffer.from(await file.arrayBuffer()),
})

export const pictureFile = async (name: string) => inputFile(await picture(name, 200))

export const video = async (name: string) =>
  new File([await Bun.file(`${import.meta.dirname}/../api/test/fixtures/clip.mp4`).bytes()], name, {
    type: 'video/mp4',
  })
