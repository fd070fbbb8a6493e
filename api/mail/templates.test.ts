import { expect, test } from 'bun:test'

import { codeMail, deliveryMail, knownEmailMail, reportMail } from './templates.ts'

const NASTY = `<img src=x onerror="alert('1')"> & Co`
const delivery = {
  to: 'pat@example.com',
  outcome: 'failed' as const,
  title: `Facebook refused ${NASTY}`,
  reasons: [`Reason ${NASTY}`],
  message: `Words ${NASTY}\nof two lines`,
  unsubscribe: 'https://currawong.example/api/mail/unsubscribe?user=1',
  action: { label: 'See the post', url: 'https://currawong.example/dashboard/view-post?a=1&b="2"' },
}

test('shows the code in the subject, the text and the HTML', () => {
  const { subject, text, html } = codeMail({ to: 'pat@example.com', code: '012345', minutes: 10 })
  for (const part of [subject, text, html]) expect(part).toContain('012345')
})

test('escapes user input in every mail', () => {
  const mails = [
    knownEmailMail({ to: 'a@example.com', fullname: NASTY, siteUrl: 'https://currawong.example' }),
    deliveryMail(delivery),
  ]
  for (const { html } of mails) {
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(')
  }
})

test('loads no external pictures, fonts or styles', () => {
  expect(deliveryMail(delivery).html).not.toMatch(/<img|<link|url\(|@import|<script/)
})

test('prevents header injection through line breaks', () => {
  const { subject } = deliveryMail({ ...delivery, title: 'One\r\nBcc: everybody@example.com' })
  expect(subject).toBe('One Bcc: everybody@example.com')
})

test('explains an outcome with its reason, the post and a link', () => {
  const { text } = deliveryMail(delivery)
  for (const part of [delivery.title, ...delivery.reasons, '> of two lines', delivery.action.url]) {
    expect(text).toContain(part)
  }
})

test('quotes only the beginning of a long post', () => {
  const { text } = deliveryMail({ ...delivery, message: '🦜'.repeat(5000) })
  expect(text).toContain(`> ${'🦜'.repeat(149)}…`)
})

test('mails a report in the agency’s colours, with a label that is readable on them', () => {
  const content = {
    business: 'Pat',
    month: '2026-10',
    brand: { mark: null, color: '#7a1f3d', accent: '#003366' },
  }
  const letter = {
    to: 'sam@mill.example',
    replyTo: 'pat@mill.example',
    sender: 'Pat',
    url: 'https://a.example',
  }
  const { html, subject } = reportMail({ ...letter, content })
  expect(subject).toBe('Pat: report for October 2026')
  expect(html).toContain('color: #7a1f3d">Pat in October 2026</h1>')
  expect(html).toContain('border-top: 4px solid #003366')
  expect(html).toContain('background: #003366; color: #ffffff')
})
