import { expect, test } from 'bun:test'

import { SERVICES } from '#shared/requests/requests.ts'
import { choicesOf } from './choices.ts'

const service = (title: string, ...choices: string[]) => ({ data: { title, choices } })

test('lists only what the agency offers, its website plan, and anything else', () => {
  const choices = choicesOf([service('Menus', 'Menus for a season', 'Digital Advertising'), service('Signs')])
  expect(choices.map(({ value }) => value)).toEqual([
    'Menus',
    'Signs',
    'Menus for a season',
    'digital',
    '99_package',
    'other',
  ])
  expect(choicesOf([]).map(({ value }) => value)).toEqual(['99_package', 'other'])
})

test('lists the specified services with the shipped content', async () => {
  const [, front = ''] = (await Bun.file('site/content/services/ads.md').text()).split(/^---$/m)
  const { title, choices } = Bun.YAML.parse(front) as { title: string; choices: string[] }
  expect(choicesOf([service(title, ...choices)])).toEqual([{ value: title, label: title }, ...SERVICES])
})
