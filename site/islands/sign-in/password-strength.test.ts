import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'bun:test'

import { GET } from '#site/pages/common-passwords.txt.ts'
import { loadEstimator, strengthEstimator } from './password-strength.ts'

const estimate = strengthEstimator(dictionary['passwords-common'].slice(0, 3000))
const COMMON = 'This is one of the most common passwords, which attackers try first. Please choose another.'
const UNRELATED = 'Three or four unrelated words are hard to guess and easy to remember.'

test.each(['123456', 'password', 'Password', 'qwertyuiop', 'iloveyou'])(
  'warns that %p is a common password',
  password => {
    expect(estimate(password, [])).toEqual({ score: 0, label: 'Very easy to guess', advice: COMMON })
  },
)

test.each<[password: string, label: string, advice: string | undefined]>([
  ['aaaaaaaa', 'Very easy to guess', UNRELATED],
  ['P@ssw0rd1', 'Easy to guess', UNRELATED],
  ['kite boat lamp', 'Very strong', undefined],
  ['N4$k!pzq8wLm', 'Very strong', undefined],
])('rates %p as %p', (password, label, advice) => {
  const strength = estimate(password, [])
  expect([strength.label, strength.advice]).toEqual([label, advice])
})

test('warns about a password that contains the user’s own name or email', () => {
  const personal = ['Pat Featherstonehaugh', 'pat@galahcafe.example']
  const advice = 'Your name or email is easy to guess. Leave it out, or add a few unrelated words.'
  for (const password of ['featherstonehaugh', 'galahcafe1', 'pat@galahcafe.example'])
    expect([password, estimate(password, personal).advice]).toEqual([password, advice])
  expect(estimate('featherstonehaugh', []).score).toBeGreaterThan(2)
})

test('loads the list of common passwords that the site was built with, and works without it', async () => {
  const reach = globalThis.fetch
  const list = await GET({} as Parameters<typeof GET>[0])
  const serve = (response: Response) => {
    globalThis.fetch = Object.assign(() => Promise.resolve(response), { preconnect: reach.preconnect })
  }
  try {
    serve(list)
    expect((await loadEstimator())('letmein', []).advice).toBe(COMMON)
    serve(new Response('<h1>Not found</h1>', { status: 404 }))
    await expect(loadEstimator()).rejects.toThrow('404')
  } finally {
    globalThis.fetch = reach
  }
})
