import { expect, test } from 'bun:test'
import * as v from 'valibot'

import { BlueskyLoginInput } from './bluesky.ts'
import { signInInput } from './server-sign-in.ts'

const read = (handle: string) => {
  const { success, output, issues } = v.safeParse(signInInput('bluesky'), { handle })
  return success ? output.handle : issues[0].message
}

test('reads a handle as people copy it', () => {
  for (const [pasted, handle] of [
    ['name.bsky.social', 'name.bsky.social'],
    ['@pats-plumbing.com.au', 'pats-plumbing.com.au'],
    // As Bluesky's app and phones copy it.
    ['\u202A@name.bsky.social\u202C ', 'name.bsky.social'],
    ['\u200B\u2068name.bsky.social\u2069\uFEFF\n', 'name.bsky.social'],
    ['https://bsky.app/profile/name.bsky.social/', 'name.bsky.social'],
    ['xn--caf-dma.example', 'xn--caf-dma.example'],
  ] as const)
    expect(read(pasted)).toBe(handle)
})

test('explains what is wrong with a handle', () => {
  for (const [entered, expected] of [
    ['', 'Enter your handle'],
    ['@', 'Enter the account’s handle'],
    ['name bsky.social', 'has no spaces'],
    ['name', 'Enter the whole handle'],
    ['name@mail.example', 'not an e-mail address'],
    ['name.bsky.social, thanks', 'has no spaces'],
    ['name_of.bsky.social', 'isn’t a handle'],
    ['name..bsky.social', 'isn’t a handle'],
    ['-name.bsky.social', 'isn’t a handle'],
    ['127.0.0.1', 'isn’t a handle'],
    ['https://example.com', 'isn’t a handle'],
  ] as const)
    expect([entered, read(entered)]).toEqual([entered, expect.stringContaining(expected)])
})

test('signs in to Bluesky by an app password with a handle or an e-mail address', () => {
  const isTaken = (handle: string) =>
    v.safeParse(BlueskyLoginInput, { handle, appPassword: 'abcd-efgh', server: '' }).success
  expect(['@name.bsky.social', 'pat@mail.example', 'name_of.bsky.social'].map(isTaken)).toEqual([
    true,
    true,
    false,
  ])
})
