import sharp from 'sharp'

/** A picture with some variety in it, as a camera's has. */
export async function picture(name: string, hue: number): Promise<File> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200">
    <rect width="1200" height="1200" fill="hsl(${hue} 60% 70%)"/>
    <circle cx="600" cy="600" r="380" fill="hsl(${hue + 40} 70% 45%)"/>
  </svg>`
  return new File([await sharp(Buffer.from(svg)).jpeg().toBuffer()], name, { type: 'image/jpeg' })
}

export const video = async (name: string) =>
  new File([await Bun.file(`${import.meta.dirname}/../api/test/fixtures/clip.mp4`).bytes()], name, {
    type: 'video/mp4',
  })
