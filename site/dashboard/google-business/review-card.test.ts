import { expect, test } from 'bun:test'
import encodeQr from 'qr'

import { mailFor, qrPath, reviewCard } from './review-card.ts'

const LINK = 'https://search.google.com/local/writereview?placeid=ChIJ1'

test('draws each dark square of the code once', () => {
  const rows = encodeQr(LINK, 'raw', { ecc: 'medium', border: 2 })
  const { path, size } = qrPath(rows)
  expect(size).toBe(rows.length)
  expect(path.split('M').length - 1).toBe(rows.flat().filter(Boolean).length)
})

test('prints a name as text, whatever is in it', () => {
  const card = reviewCard({ name: '<script>"Tom & Sons"</script>', path: 'M0 0h1v1h-1z', size: 1 })
  expect(card).toContain('&lt;script&gt;&quot;Tom &amp; Sons&quot;&lt;/script&gt;')
  expect(card).not.toContain('<script')
})

test('puts the link into the email, and asks unhappy customers too', () => {
  expect(mailFor('Pat’s Plumbing', LINK)).toContain(LINK)
  expect(mailFor('Pat’s Plumbing', LINK)).not.toMatch(/happy|five stars|satisfied/i)
})
