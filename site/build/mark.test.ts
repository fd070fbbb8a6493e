import { afterEach, expect, test } from 'bun:test'
import sharp from 'sharp'

import { codeMail } from '#api/mail/templates.ts'
import { brand } from '#shared/brand.ts'
import { markSvg } from './mark.ts'

afterEach(() => {
  brand.logo = ''
})

/** Returns the colour of the mark's centre, as an icon of the site shows it. */
async function centreOf(icon?: { corner?: number; scale?: number }) {
  const side = 48
  const pixels = await sharp(Buffer.from(await markSvg(icon)))
    .resize(side)
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer()
  const at = (x: number, y: number) => [...pixels.subarray((y * side + x) * 3, (y * side + x) * 3 + 3)]
  return { centre: at(24, 24), corner: at(1, 1) }
}

test('draws the agency’s logo in icons and mails in place of the eye', async () => {
  const code = { to: 'pat@example.com', code: '123456', minutes: 10 }
  const eye = await centreOf({ corner: 0 })
  expect(eye.corner).toEqual([0x15, 0x18, 0x1d])
  expect(codeMail(code).html).not.toContain('<img')
  brand.logo = 'cases/shopfront.webp'
  const logo = await centreOf({ corner: 0 })
  expect(logo.centre).not.toEqual(eye.centre)
  expect(logo.corner).toEqual([0xfa, 0xf9, 0xf6])
  expect((await centreOf()).corner).toEqual([0xff, 0xff, 0xff])
  expect(codeMail(code).html).toContain('<img src="/icon-192.png"')
})

test('names a logo that isn’t a picture', async () => {
  brand.logo = 'faq.yaml'
  await expect(markSvg()).rejects.toThrow('site/content/faq.yaml can’t be read.')
})
