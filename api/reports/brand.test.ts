import { expect, test } from 'bun:test'
import sharp from 'sharp'

import { picture, publishingApp } from '#api/test/publishing.ts'
import { BRAND_MESSAGES, DEFAULT_BRAND, type ReportBrand } from '#shared/reports/brand.ts'
import type { Report } from '#shared/reports/report.ts'
import { inlineLogo } from './printing.ts'

const app = await publishingApp({ networks: [] })
const admin = await app.admin()
const { domainId } = app.author

async function save(fields: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ color: '#7a1f3d', accent: '#ffcc00', ...fields }))
    form.set(name, value)
  const response = await admin.call('reports/brand', { method: 'PUT', form })
  return {
    status: response.status,
    ...((await response.json()) as { data: ReportBrand; fields?: Record<string, string> }),
  }
}

const logo = async (name = 'logo.png') =>
  new File(
    [
      await sharp({
        create: { width: 900, height: 300, channels: 4, background: { r: 0, g: 90, b: 60, alpha: 0.5 } },
      })
        .png()
        .toBuffer(),
    ],
    name,
    { type: 'image/png' },
  )

const read = async (path: string, json?: object) =>
  ((await (await app.call(path, json ? { json } : {})).json()) as { data: Report }).data

test('shows the agency’s mark and colours on drafts, and freezes them on the link when a report is released', async () => {
  expect(await (await admin.call('reports/brand')).json()).toMatchObject({ data: DEFAULT_BRAND })
  const draft = await read('reports', { domainId, month: '2030-01' })
  expect(draft.content.brand).toBeUndefined()
  const { data: brand } = await save({ mark: await logo() })
  expect(brand).toMatchObject({ color: '#7a1f3d', accent: '#ffcc00' })
  const { format, width, height, hasAlpha } = await sharp(
    Buffer.from(brand.mark!.split(',')[1]!, 'base64'),
  ).metadata()
  expect({ format, width, height, hasAlpha }).toEqual({
    format: 'webp',
    width: 480,
    height: 160,
    hasAlpha: true,
  })
  expect((await read(`reports/${draft._id}`)).content.brand).toEqual(brand)
  const { link } = await read(`reports/${draft._id}/release`, {
    preparedAt: draft.preparedAt,
    recipients: ['owner@example.com'],
  })
  const [mail] = await app.mail('owner@example.com')
  expect(mail?.html).toContain('#7a1f3d')
  const recolored = await save({ color: '#00573f' })
  expect(recolored.data).toEqual({ ...brand, color: '#00573f' })
  const page = await (await app.request(new URL(link!).pathname)).text()
  expect(page).toContain(`<img src="${brand.mark}" alt="Currawong Marketing Pty Ltd"`)
  expect(page).toContain('--color: #7a1f3d')
  expect((await save({ removeMark: 'true' })).data.mark).toBeNull()
})

test('rejects pale colours, other files and pictures that can’t be read, each at its field', async () => {
  expect((await save({ color: '#ffcc00' })).fields).toEqual({ color: BRAND_MESSAGES.pale })
  expect((await save({ color: '173', accent: ' #FC0' })).data).toMatchObject({
    color: '#117733',
    accent: '#ffcc00',
  })
  expect((await save({ accent: 'red;}' })).fields).toEqual({ accent: BRAND_MESSAGES.color })
  const text = await save({ mark: new File(['Hello'], 'logo.svg', { type: 'image/svg+xml' }) })
  expect([text.status, Object.keys(text.fields ?? {})]).toEqual([415, ['mark']])
  const cut = new File([(await (await picture('red')).arrayBuffer()).slice(0, 200)], 'cut.jpg')
  expect((await save({ mark: cut })).status).toBe(400)
})

test('shows the built icon of the agency’s logo, if there is one', async () => {
  const file = import.meta.path
  expect(await inlineLogo({ logo: 'logo.svg', file })).toStartWith('data:image/png;base64,')
  expect(await inlineLogo({ logo: '', file })).toBeUndefined()
  expect(await inlineLogo({ logo: 'logo.svg', file: `${file}.missing` })).toBeUndefined()
})
