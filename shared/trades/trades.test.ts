import { expect, test } from 'bun:test'

import { labelOf, TRADE_LABELS, detectTrade, matchTypedTrade } from './trades.ts'

test.each([
  ['Harbour Bakehouse', 'Bakery'],
  ['Café Sól', 'Café'],
  ['The Hot Dog Stand', 'Restaurant'],
  ['Thai Garden', 'Restaurant'],
  ['Pat’s Plumbing', 'Plumber'],
  ['sparky', 'Electrician'],
  ['Kitchens by Kim', 'Builder'],
  ['lawn mowing', 'Gardener'],
  ['dry cleaners', 'Cleaner'],
  ['Northside Auto', 'Mechanic'],
  ['Fringe Theory', 'Hairdresser'],
  ['Joe’s Barber', 'Hairdresser'],
  ['Dog grooming salon', 'Dog grooming'],
  ['Nails by Nina', 'Beauty salon'],
  ['CrossFit Preston', 'Gym'],
  ['Northside Yoga', 'Yoga studio'],
  ['Smile Dental', 'Dentist'],
  ['physiotherapist', 'Physio'],
  ['Remedial Massage', 'Physio'],
  ['Ballarat Psychology', 'Health practice'],
  ['Brunswick Vet Clinic', 'Vet'],
  ['Vetted Finance', 'Mortgage broker'],
  ['Bloom & Wild', 'Florist'],
  ['Green Gate Nursery', 'Plant nursery'],
  ['Lee & Lee Accountants', 'Accountant'],
  ['conveyancing', 'Lawyer'],
  ['wedding photographer', 'Photographer'],
  ['taxi dispatch', 'Removalist'],
  ['guitar lessons', 'Tutor'],
  ['B&B', 'Accommodation'],
  ['The Corner Shop', 'Shop'],
])('recognises the trade of %s', (name, label) => {
  expect(labelOf(detectTrade(name)!)).toBe(label)
})

test('recognises each trade by its own label, and no trade in unrelated words', () => {
  for (const label of TRADE_LABELS) expect([label, labelOf(detectTrade(label)!)]).toEqual([label, label])
  for (const name of [
    'Blue Wren',
    'piano tuning',
    'Barbara',
    'Veteran’s Hall',
    'Carl’s Carpets',
    'Skin Deep Tattoo',
  ])
    expect([name, detectTrade(name)]).toEqual([name, undefined])
})

test.each([
  ['caf', 'Café'],
  ['CAF', 'Café'],
  ['electrican', 'Electrician'],
  ['flroist', 'Florist'],
  ['dog walker', 'Dog grooming'],
  ['p', undefined],
  ['bee', undefined],
  ['printer', undefined],
  ['tattoo artist', undefined],
])('reads the typed trade “%s” as %s', (typed, label) => {
  const trade = matchTypedTrade(typed)
  expect(trade && labelOf(trade)).toBe(label as string)
})
