import { expect, test } from 'bun:test'

import type { Domain } from '#shared/businesses/domains.ts'
import { findDomains } from './DomainList.tsx'

test('lists businesses by name, and finds them by parts of it', () => {
  const domains = ['Zoë’s Flowers', 'bakery', 'Café Noir'].map(businessName => ({ businessName }) as Domain)
  const names = (typed: string) => findDomains(domains, typed).map(({ businessName }) => businessName)
  expect(names('')).toEqual(['bakery', 'Café Noir', 'Zoë’s Flowers'])
  expect(names(' cafe')).toEqual(['Café Noir'])
})
