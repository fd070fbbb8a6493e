import { afterEach, expect, test } from 'bun:test'

import { $router } from '#site/dashboard/shared/router.ts'
import { rendered } from '#site/test/rendered.ts'
import { $openSections, followFragment, toggleSection, Section } from './Section.tsx'

const members = () =>
  rendered(
    <Section anchor="members" summary="Who works here" note="And what they may do.">
      <input name="email" />
    </Section>,
  ).markup

afterEach(() => {
  $openSections.set(new Set())
  $router.open('/dashboard')
  Reflect.deleteProperty(globalThis, 'document')
})

test('keeps the fields of a closed section mounted, and says whether it is open', () => {
  expect(members()).toContain('aria-expanded="false"')
  expect(members()).toContain('<input name="email"/>')
  toggleSection('members')
  expect(members()).toContain('aria-expanded="true"')
  toggleSection('members')
  expect(members()).toContain('aria-expanded="false"')
})

test('opens each section that the URL names, and closes all when the screen is left', () => {
  globalThis.document = { getElementById: () => null } as never
  $router.open('/dashboard/settings#members')
  const stop = followFragment()
  expect([...$openSections.get()]).toEqual(['members'])
  toggleSection('account')
  $router.open('/dashboard/settings#security')
  expect([...$openSections.get()]).toEqual(['members', 'account', 'security'])
  stop()
  expect([...$openSections.get()]).toEqual([])
})
