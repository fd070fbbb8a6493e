import { expect, test } from 'bun:test'
import encodeQr from 'qr'

import { qrPath } from '#site/ui/QrCode.tsx'
import { mailFor } from './AskForReviews.tsx'

const LINK = 'https://search.google.com/local/writereview?placeid=ChIJ1'

test('draws each dark square of the code once', () => {
  const rows = encodeQr(LINK, 'raw', { ecc: 'medium', border: 2 })
  expect(qrPath(rows).split('M').length - 1).toBe(rows.flat().filter(Boolean).length)
})

test('puts the link into the email, and asks unhappy customers too', () => {
  expect(mailFor('Pat’s Plumbing', LINK)).toContain(LINK)
  expect(mailFor('Pat’s Plumbing', LINK)).not.toMatch(/happy|five stars|satisfied/i)
})
